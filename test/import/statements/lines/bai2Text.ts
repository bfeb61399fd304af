/** Writes BAI2: comma-separated records with control totals and counts at each level. */
import { sumOf } from '../../../../src/domain/money/decimal.ts'

export interface Bai2Line {
  amount: string
  side: 'credit' | 'debit'
  code?: string
  /** Funds type and its values, such as V,260401, */
  funds?: string
  bankReference?: string
  customerReference?: string
  text?: string
  /** Records 88. */
  more?: string[]
}

export interface Bai2Account {
  account?: string
  currency?: string
  opening?: string | null
  closing?: string | null
  /** More of record 03, such as ,100,1250,1, */
  summaries?: string
  lines: Bai2Line[]
}

export interface Bai2Group {
  /** YYYY-MM-DD. */
  day?: string
  originator?: string
  status?: string
  currency?: string
  modifier?: string
  /** Decimal places of amounts. */
  places?: number
  accounts: Bai2Account[]
}

const units = (amount: string, places: number): string => {
  const [whole = '', decimals = ''] = amount.split('.')
  return String(BigInt(whole + decimals.padEnd(places, '0')))
}
const slashed = (record: string): string => `${record}/`

function account(given: Bai2Account, places: number): { records: string[]; total: bigint } {
  const { account: number = '0123456789', currency = '', opening = '0', summaries = '', lines } = given
  const amounts = lines.map(({ amount, side }) => (side === 'debit' ? `-${amount}` : amount))
  const closing = given.closing === undefined ? sumOf([opening ?? '0', ...amounts]) : given.closing
  const balance = (code: string, amount: string | null) =>
    amount === null ? '' : `,${code},${units(amount, places)},,`
  const entries = lines.flatMap(line => {
    const {
      side,
      code = side === 'credit' ? '142' : '451',
      funds = '',
      bankReference = '',
      customerReference = '',
    } = line
    const fields = `16,${code},${units(line.amount, places)},${funds},${bankReference},${customerReference}`
    const own = line.text === undefined ? slashed(`${fields},`) : slashed(`${fields},${line.text}`)
    return [own, ...(line.more ?? []).map(text => `88,${text}`)]
  })
  const head = slashed(
    `03,${number},${currency}${balance('010', opening)}${balance('015', closing)}${summaries}`,
  )
  const stated = [opening, closing].map(amount => (amount === null ? 0n : BigInt(units(amount, places))))
  const added = summaries.match(/(?<=,(?:100|400),)\d+/g)?.map(BigInt) ?? []
  const all = [...stated, ...added, ...lines.map(({ amount }) => BigInt(units(amount, places)))]
  const total = all.reduce((sum, each) => sum + each, 0n)
  const records = [head, ...entries]
  return { records: [...records, `49,${total},${records.length + 1}/`], total }
}

function group(given: Bai2Group): { records: string[]; total: bigint } {
  const {
    day = '2026-03-31',
    originator = '122099999',
    status = '1',
    currency = 'USD',
    modifier = '2',
    places = 2,
  } = given
  const accounts = given.accounts.map(each => account(each, places))
  const total = accounts.reduce((sum, each) => sum + each.total, 0n)
  const date = day.slice(2).replaceAll('-', '')
  const records = [
    `02,4711,${originator},${status},${date},2400,${currency},${modifier}/`,
    ...accounts.flatMap(each => each.records),
  ]
  return { records: [...records, `98,${total},${accounts.length},${records.length + 1}/`], total }
}

export function bai2Text(...groups: Bai2Group[]): string {
  const written = groups.map(group)
  const total = written.reduce((sum, each) => sum + each.total, 0n)
  const records = ['01,122099999,4711,260401,0600,1,,,2/', ...written.flatMap(each => each.records)]
  return [...records, `99,${total},${written.length},${records.length + 1}/`]
    .map(record => `${record}\n`)
    .join('')
}
