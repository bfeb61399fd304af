/** Thrift's compact protocol, as far as Parquet's metadata needs it: structs, lists, integers, texts and flags. */

type Field =
  | { i32: number }
  | { i64: number }
  | { text: string }
  | { flag: boolean }
  | { struct: Struct }
  | { list: readonly Field[] }

/** Fields by number, in ascending order. Undefined ones are left out. */
export type Struct = Readonly<Record<number, Field | undefined>>

const typeOf = (field: Field): number => {
  if ('i32' in field) return 5
  if ('i64' in field) return 6
  if ('text' in field) return 8
  if ('list' in field) return 9
  if ('struct' in field) return 12
  return field.flag ? 1 : 2
}

export function structBytes(struct: Struct): Buffer {
  const bytes: number[] = []
  writeStruct(bytes, struct)
  return Buffer.from(bytes)
}

function writeStruct(bytes: number[], struct: Struct): void {
  let last = 0
  for (const [name, field] of Object.entries(struct)) {
    if (field === undefined) continue
    const number = Number(name)
    bytes.push(((number - last) << 4) | typeOf(field))
    last = number
    writeValue(bytes, field)
  }
  bytes.push(0)
}

function writeValue(bytes: number[], field: Field): void {
  if ('i32' in field) writeVarint(bytes, zigzag(field.i32))
  else if ('i64' in field) writeVarint(bytes, zigzag(field.i64))
  else if ('text' in field) writeText(bytes, field.text)
  else if ('struct' in field) writeStruct(bytes, field.struct)
  else if ('list' in field) writeList(bytes, field.list)
}

function writeText(bytes: number[], text: string): void {
  const encoded = Buffer.from(text)
  writeVarint(bytes, BigInt(encoded.length))
  for (const byte of encoded) bytes.push(byte)
}

/** All items have the type of the first. */
function writeList(bytes: number[], list: readonly Field[]): void {
  const type = list[0] === undefined ? 5 : typeOf(list[0])
  if (list.length < 15) bytes.push((list.length << 4) | type)
  else {
    bytes.push(0xf0 | type)
    writeVarint(bytes, BigInt(list.length))
  }
  for (const item of list) writeValue(bytes, item)
}

const zigzag = (value: number): bigint => {
  const whole = BigInt(value)
  return whole < 0n ? -whole * 2n - 1n : whole * 2n
}

export function writeVarint(bytes: number[], value: bigint): void {
  let left = value
  while (left >= 0x80n) {
    bytes.push(Number(left & 0x7fn) | 0x80)
    left >>= 7n
  }
  bytes.push(Number(left))
}
