/** Finds a stream in a compound file, the container of old Office documents: a small file system of sectors. */
import { UnreadableFile } from '../files/problem.ts'

const headerLength = 512
const entryLength = 128
const endOfChain = 0xfffffffe
const magic = 'd0cf11e0a1b11ae1'

/** The stream with one of these names; null if there is none. */
export function streamOf(bytes: Uint8Array, names: readonly string[]): Uint8Array | null {
  return new CompoundFile(bytes).stream(names)
}

class CompoundFile {
  readonly #view: DataView
  readonly #bytes: Uint8Array
  readonly #sectorLength: number
  readonly #miniLength: number
  readonly #table: number[]

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const isCompound = Buffer.from(bytes.subarray(0, 8)).toString('hex') === magic
    if (!isCompound || bytes.length < headerLength) throw broken()
    const [shift, miniShift] = [this.#view.getUint16(30, true), this.#view.getUint16(32, true)]
    if ((shift !== 9 && shift !== 12) || miniShift < 4 || miniShift >= shift) throw broken()
    this.#sectorLength = 2 ** shift
    this.#miniLength = 2 ** miniShift
    this.#table = this.#numbersOf(this.#tableSectors())
  }

  stream(names: readonly string[]): Uint8Array | null {
    const directory = this.#read(this.#chain(this.#view.getUint32(48, true)))
    const entries = entriesIn(directory)
    const root = entries.find(({ type }) => type === 5)
    const found = entries.find(({ type, name }) => type === 2 && names.includes(name))
    if (root === undefined || found === undefined) return null
    const smallBelow = this.#view.getUint32(56, true)
    const content = found.size < smallBelow ? this.#small(found, root) : this.#read(this.#chain(found.start))
    if (content.length < found.size) throw broken()
    return content.subarray(0, found.size)
  }

  /** The first 109 sectors of the allocation table are named in the header, the others in a chain. */
  #tableSectors(): number[] {
    const count = this.#view.getUint32(44, true)
    if (count > this.#sectorsMax) throw broken()
    const sectors: number[] = []
    for (let index = 0; index < 109; index += 1) sectors.push(this.#view.getUint32(76 + index * 4, true))
    let next = this.#view.getUint32(68, true)
    for (let read = 0; next < endOfChain && sectors.length < count; read += 1) {
      if (read > this.#sectorsMax) throw broken()
      const numbers = this.#numbersOf([next])
      next = numbers.pop() ?? endOfChain
      sectors.push(...numbers)
    }
    return sectors.slice(0, count)
  }

  get #sectorsMax(): number {
    return Math.ceil(this.#bytes.length / this.#sectorLength)
  }

  #numbersOf(sectors: readonly number[]): number[] {
    const numbers: number[] = []
    for (const sector of sectors) {
      const content = this.#sector(sector)
      const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
      for (let at = 0; at + 4 <= content.length; at += 4) numbers.push(view.getUint32(at, true))
    }
    return numbers
  }

  #sector(number: number): Uint8Array {
    const start = (number + 1) * this.#sectorLength
    if (start >= this.#bytes.length) throw broken()
    return this.#bytes.subarray(start, start + this.#sectorLength)
  }

  #chain(start: number, table: readonly number[] = this.#table): number[] {
    const sectors: number[] = []
    for (let sector = start; sector < endOfChain; sector = table[sector] ?? endOfChain) {
      sectors.push(sector)
      // A chain that is longer than the table runs in a circle.
      if (sectors.length > table.length) throw broken()
    }
    return sectors
  }

  #read(sectors: readonly number[]): Uint8Array {
    return Buffer.concat(sectors.map(sector => this.#sector(sector)))
  }

  /** Small streams share the sectors of the root. */
  #small({ start }: Entry, root: Entry): Uint8Array {
    const table = this.#numbersOf(this.#chain(this.#view.getUint32(60, true)))
    const shared = this.#read(this.#chain(root.start))
    const parts = this.#chain(start, table).map(part =>
      shared.subarray(part * this.#miniLength, (part + 1) * this.#miniLength),
    )
    return Buffer.concat(parts)
  }
}

interface Entry {
  name: string
  type: number
  start: number
  size: number
}

function entriesIn(directory: Uint8Array): Entry[] {
  const entries: Entry[] = []
  const view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength)
  for (let at = 0; at + entryLength <= directory.length; at += entryLength) {
    const nameLength = Math.min(Math.max(view.getUint16(at + 64, true) - 2, 0), 62)
    entries.push({
      name: Buffer.from(directory.subarray(at, at + nameLength)).toString('utf16le'),
      type: view.getUint8(at + 66),
      start: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
    })
  }
  return entries
}

const broken = (): UnreadableFile => new UnreadableFile('the old Office document is damaged')
