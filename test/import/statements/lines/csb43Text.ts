/** Writes CSB43: records of 80 characters with counts and totals. */
import { sumOf } from '../../../../src/domain/money/decimal.ts'

export interface Csb43Line {
  amount: string
  side: 'credit' | 'debit'
  /** YYYY-MM-DD. */
  day: string
  valueDay?: string
  concept?: string
  document?: string
  first?: string
  second?: string
  /** Texts of 38 characters, two to a record. */
  texts?: string[]
  original?: { currency: string; amount: string }
}

export interface Csb43File {
  account?: string
  currency?: string
  opening?: string
  closing?: string
  lines: Csb43Line[]
}

const digits = (amount: string): string => {
  const [whole = '', places = ''] = amount.replace('-', '').split('.')
  return whole.padStart(12, '0') + places.padEnd(2, '0')
}
const date = (day: string): string => day.slice(2).replaceAll('-', '')
const side = (negative: boolean): string => (negative ? '1' : '2')
const count = (number: number): string => String(number).padStart(5, '0')

function entry(line: Csb43Line): string[] {
  const { day, valueDay = day, concept = '04', document = '', first = '', second = '', texts = [] } = line
  const records = [
    `22    1234${date(day)}${date(valueDay)}${concept}007${side(line.side === 'debit')}${digits(line.amount)}` +
      `${document.padStart(10, '0')}${first.padStart(12, '0')}${second.padEnd(16)}`,
  ]
  for (let index = 0; index < texts.length; index += 2) {
    const [one = '', other = ''] = texts.slice(index)
    records.push(`230${index / 2 + 1}${one.padEnd(38)}${other.padEnd(38)}`)
  }
  if (line.original) records.push(`2401${line.original.currency}${digits(line.original.amount)}`)
  return records
}

/** One account, without the end of the file. */
export function csb43Account({ lines, ...given }: Csb43File): string[] {
  const { account = '210004180200051332', currency = '978', opening = '0' } = given
  const signed = lines.map(each => (each.side === 'debit' ? `-${each.amount}` : each.amount))
  const closing = given.closing ?? sumOf([opening, ...signed])
  const balance = (amount: string) => side(amount.startsWith('-')) + digits(amount)
  const totals = (of: string) => {
    const amounts = lines.filter(each => each.side === of).map(({ amount }) => amount)
    return count(amounts.length) + digits(sumOf(['0', ...amounts]))
  }
  return [
    `11${account}260301260331${balance(opening)}${currency}3${'ASTILLERO AZUL SL'.padEnd(26)}`,
    ...lines.flatMap(entry),
    `33${account}${totals('debit')}${totals('credit')}${balance(closing)}${currency}`,
  ]
}

export function csb43Text(...files: Csb43File[]): string {
  const records = files.flatMap(csb43Account)
  const end = `88${'9'.repeat(18)}${String(records.length).padStart(6, '0')}`
  return [...records, end].map(record => `${record.padEnd(80)}\r\n`).join('')
}
