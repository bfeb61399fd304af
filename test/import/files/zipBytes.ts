/** A hand-made ZIP, so that each part of it can be wrong. */
import { crc32, deflateRawSync } from 'node:zlib'

interface File {
  name: string
  bytes: Uint8Array
  method?: number
  flags?: number
  /** False values for the directory. */
  size?: number
  crc?: number
  headerAt?: number
}

export function zip(...files: File[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const {
    name,
    bytes,
    method = 8,
    flags = 0,
    size = bytes.length,
    crc = crc32(bytes),
    headerAt = at,
  } of files) {
    const data = method === 8 ? deflateRawSync(bytes) : Buffer.from(bytes)
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(Buffer.byteLength(name), 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(crc, 16)
    entry.writeUInt32LE(data.length, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(Buffer.byteLength(name), 28)
    entry.writeUInt32LE(headerAt, 42)
    parts.push(header, Buffer.from(name), data)
    directory.push(entry, Buffer.from(name))
    at += 30 + Buffer.byteLength(name) + data.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, central, end])
}
