/** Writes CODA: records of 128 characters with the trailer's counts and totals. */
import { sumOf } from '../../../../src/domain/money/decimal.ts'

export interface CodaLine {
  amount: string
  side: 'credit' | 'debit'
  /** YYYY-MM-DD. */
  day: string
  valueDay?: string
  bankReference?: string
  code?: string
  /** With its type if it is structured. */
  text?: string
  isStructured?: boolean
  customerReference?: string
  returned?: string
  account?: string
  name?: string
  /** Text of records 3.1, and of 3.2 if it is longer than 73 characters; structured if it starts with a type. */
  information?: string
  details?: CodaLine[]
}

export interface CodaFile {
  account?: string
  structure?: string
  opening?: string
  closing?: string
  lines: CodaLine[]
  /** Whether another statement follows. */
  more?: boolean
}

const digits = (amount: string): string => {
  const [whole = '', places = ''] = amount.replace('-', '').split('.')
  return whole.padStart(12, '0') + places.padEnd(3, '0')
}
const date = (day: string): string =>
  day === '' ? '000000' : day.slice(8, 10) + day.slice(5, 7) + day.slice(2, 4)
const sign = (negative: boolean): string => (negative ? '1' : '0')
const full = (record: string): string => record.padEnd(128).slice(0, 128)
const counted = (number: number): string => String(number).padStart(4, '0')

function movement(line: CodaLine, sequence: number, detail: number): string[] {
  const { text = '', customerReference = '', account = '', name = '', returned = '', information } = line
  const numbers = counted(sequence % 10_000) + counted(detail)
  const [first, second, third] = [text.slice(0, 53), text.slice(53, 106), text.slice(106)]
  const hasThird = account !== '' || name !== '' || third !== ''
  const hasSecond = second !== '' || customerReference !== '' || returned !== ''
  const records = [
    `21${numbers}${(line.bankReference ?? '').padEnd(21)}${sign(line.side === 'debit')}${digits(line.amount)}` +
      `${date(line.valueDay ?? line.day)}${line.code ?? '00150000'}${line.isStructured ? 1 : 0}${first.padEnd(53)}` +
      `${date(line.day)}1230${hasSecond || hasThird ? 1 : 0} ${information === undefined ? 0 : 1}`,
  ]
  if (hasSecond)
    records.push(
      `22${numbers}${second.padEnd(53)}${customerReference.padEnd(35)}${''.padEnd(14)}${returned.padEnd(13)}${hasThird ? 1 : 0} 0`,
    )
  if (hasThird) records.push(`23${numbers}${account.padEnd(37)}${name.padEnd(35)}${third.padEnd(43)}0 0`)
  if (information !== undefined) {
    const structured = /^\d{3}[A-Z]/.test(information) ? '1' : '0'
    const next = counted(sequence % 10_000) + counted(detail + 1)
    records.push(
      `31${next}${''.padEnd(21)}${line.code ?? '00150000'}${structured}${information.slice(0, 73)}`,
    )
    if (information.length > 73) records.push(`32${next}${information.slice(73, 178)}`)
  }
  const details = (line.details ?? []).flatMap((each, index) => movement(each, sequence, index + 1))
  return [...records, ...details]
}

/** A full record with this last character. */
const ended = (record: string, last: string): string => record.padEnd(127).slice(0, 127) + last

export function codaText({ lines, more = false, ...given }: CodaFile): string {
  const { account = 'BE68539007547034', structure = '2', opening = '0' } = given
  const signed = lines.map(({ amount, side }) => (side === 'debit' ? `-${amount}` : amount))
  const closing = given.closing ?? sumOf([opening, ...signed])
  const number = structure === '0' ? account.padEnd(13) + 'EUR0BE'.padEnd(24) : `${account.padEnd(34)}EUR`
  const balance = (amount: string) => sign(amount.startsWith('-')) + digits(amount)
  const owner = 'BLAUWE WERF BV'.padEnd(26)
  const records = [
    `1${structure}138${number}${balance(opening)}300326${owner}${'ZICHTREKENING'.padEnd(35)}138`,
    ...lines.flatMap((line, index) => movement(line, index + 1, 0)),
    ended(`8138${number}${balance(closing)}310326`, '0'),
  ]
  const total = (side: string) =>
    digits(sumOf(['0', ...lines.filter(each => each.side === side).map(each => each.amount)]))
  const count = String(records.length).padStart(6, '0')
  return [
    ended(`0000031032630005${'FILE1'.padStart(13).padEnd(18)}${owner}KREDBEBB   00403019261 00000`, '2'),
    ...records,
    ended(`9${count.padStart(21)}${total('debit')}${total('credit')}`, more ? '1' : '2'),
  ]
    .map(record => `${full(record)}\r\n`)
    .join('')
}
