/** Writes CFONB 120: records of 120 characters, with the sign in the last digit of an amount. */
import { sumOf } from '../../../../src/domain/money/decimal.ts'

export interface CfonbLine {
  amount: string
  side: 'credit' | 'debit'
  /** YYYY-MM-DD. */
  day: string
  valueDay?: string
  code?: string
  rejected?: string
  label?: string
  number?: string
  reference?: string
  /** Such as LIB and the text. */
  details?: [kind: string, text: string][]
}

export interface CfonbFile {
  account?: string
  currency?: string
  places?: number
  opening?: string
  closing?: string
  lines: CfonbLine[]
}

const date = (day: string): string => day.slice(8, 10) + day.slice(5, 7) + day.slice(2, 4)

function signed(amount: string, places: number): string {
  const [whole = '', decimals = ''] = amount.replace('-', '').split('.')
  const digits = (whole + decimals.padEnd(places, '0')).padStart(14, '0')
  const letters = amount.startsWith('-') ? '}JKLMNOPQR' : '{ABCDEFGHI'
  return digits.slice(0, -1) + letters[Number(digits.slice(-1))]
}

export function cfonbText({ lines, ...given }: CfonbFile): string {
  const { account = '0500013M026', currency = 'EUR', places = 2, opening = '0' } = given
  const amounts = lines.map(({ amount, side }) => (side === 'debit' ? `-${amount}` : amount))
  const closing = given.closing ?? sumOf([opening, ...amounts])
  const start = (code: string, operation = '') =>
    `${code}20041${operation.padEnd(4)}01005${currency}${places} ${account}`
  const balance = (code: string, day: string, amount: string) =>
    `${start(code)}  ${day}${''.padEnd(50)}${signed(amount, places)}`
  const entry = (line: CfonbLine, index: number): string[] => {
    const { day, valueDay = day, code = '05', rejected = '', label = '', number = '', reference = '' } = line
    const head = `${start('04', 'A123')}${code}${date(day)}`
    const words = `${rejected.padEnd(2)}${date(valueDay)}${label.padEnd(33)}${number.padStart(7, '0')}00`
    const details = (line.details ?? []).map(
      ([kind, text]) => `${start('05', 'A123')}${code}${date(day)}     ${kind}${text}`,
    )
    return [`${head}${words}${signed(amounts[index] ?? '', places)}${reference}`, ...details]
  }
  return [balance('01', '300326', opening), ...lines.flatMap(entry), balance('07', '310326', closing)]
    .map(record => `${record.padEnd(120)}\r\n`)
    .join('')
}
