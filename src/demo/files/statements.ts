/**
 * Bank statements (camt.053) of two accounts: one for each of the last three whole months, with the demo's own
 * transactions as entries. Their closing balances are the fixed points of the balance history.
 */
import type { Account } from '../../contract/accounts.ts'
import type { Transaction } from '../../contract/transactions.ts'
import type { WorkspaceFile } from '../../contract/workspaceFile.ts'
import { type AccountKey, accountIban } from '../accountPlans.ts'
import { decimal } from '../amounts.ts'
import { dateOf, dayOf } from '../calendarDays.ts'
import type { DemoFile } from './demoFile.ts'
import { escaped } from './xml.ts'

const accounts: readonly AccountKey[] = ['main', 'swiss']
const monthsBack = 3

export function demoStatements(file: WorkspaceFile, today: string): DemoFile[] {
  return accounts.map(key => {
    const account = file.accounts.find(({ iban }) => iban !== null && iban === accountIban(key))
    if (account === undefined) throw new Error(`The demo has no account "${key}".`)
    const booked = file.transactions
      // Lines without a direction, such as the closing of a quarter, move no money.
      .filter(
        ({ accountId, status, side }) => accountId === account.id && status === 'booked' && side !== null,
      )
      .toSorted((one, other) => compare(one.bookingDate ?? '', other.bookingDate ?? ''))
    const text = camtOf(wholeMonths(today).map(month => statementOf(account, booked, month)))
    return { name: `${account.iban}_camt053.xml`, bytes: Buffer.from(text) }
  })
}

interface Period {
  from: string
  to: string
}

/** The months before the current one, oldest first. */
function wholeMonths(today: string): Period[] {
  const [year, month] = today.split('-').map(part => Number.parseInt(part, 10)) as [number, number]
  return Array.from({ length: monthsBack }, (_, index) => {
    const first = new Date(Date.UTC(year, month - 1 - monthsBack + index, 1)).toISOString().slice(0, 10)
    const next = new Date(Date.UTC(year, month - monthsBack + index, 1)).toISOString().slice(0, 10)
    return { from: first, to: dateOf(dayOf(next) - 1) }
  })
}

function statementOf(account: Account, booked: readonly Transaction[], { from, to }: Period): string {
  const before = booked.filter(({ bookingDate }) => (bookingDate ?? '') < from)
  const within = booked.filter(({ bookingDate: day }) => (day ?? '') >= from && (day ?? '') <= to)
  const opening = sumMinor(before)
  const { currency } = account
  return `<Stmt><Id>${from.slice(0, 7)}-${account.id.slice(-6)}</Id><ElctrncSeqNb>${from.replaceAll('-', '').slice(2, 6)}</ElctrncSeqNb>
<FrToDt><FrDtTm>${from}T00:00:00Z</FrDtTm><ToDtTm>${to}T23:59:59Z</ToDtTm></FrToDt>
<Acct><Id><IBAN>${account.iban}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
${balance('OPBD', opening, currency, dateOf(dayOf(from) - 1))}
${balance('CLBD', opening + sumMinor(within), currency, to)}
${within.map(entryOf).join('\n')}</Stmt>`
}

function entryOf(row: Transaction): string {
  const isDebit = row.side === 'debit'
  const other = isDebit ? 'Cdtr' : 'Dbtr'
  const name =
    row.counterpartyName === null ? '' : `<${other}><Pty>${tag('Nm', row.counterpartyName)}</Pty></${other}>`
  const iban =
    row.counterpartyIban === null
      ? ''
      : `<${other}Acct><Id>${tag('IBAN', row.counterpartyIban)}</Id></${other}Acct>`
  return `<Ntry>${money(row.amount, row.currency, isDebit)}<Sts><Cd>BOOK</Cd></Sts>
<BookgDt>${tag('Dt', row.bookingDate)}</BookgDt><ValDt>${tag('Dt', row.valueDate)}</ValDt>
<NtryDtls><TxDtls><RltdPties>${name}${iban}</RltdPties>
<RmtInf>${tag('Ustrd', row.reference)}</RmtInf></TxDtls></NtryDtls>${tag('AddtlNtryInf', row.description)}</Ntry>`
}

const balance = (code: string, minor: number, currency: string, day: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${money(decimal(Math.abs(minor)), currency, minor < 0)}<Dt>${tag('Dt', day)}</Dt></Bal>`

const money = (amount: string, currency: string, isDebit: boolean): string =>
  `<Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${isDebit ? 'DBIT' : 'CRDT'}</CdtDbtInd>`

const tag = (name: string, text: string | null): string =>
  text === null ? '' : `<${name}>${escaped(text)}</${name}>`

const camtOf = (statements: readonly string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>
<GrpHdr><MsgId>DEMO</MsgId></GrpHdr>
${statements.join('\n')}
</BkToCstmrStmt></Document>
`

/** All amounts of the demo have two decimals. */
const sumMinor = (rows: readonly Transaction[]): number =>
  rows.reduce((sum, { amount, side }) => {
    const minor = Number.parseInt(amount.replace('.', ''), 10)
    return sum + (side === 'debit' ? -minor : minor)
  }, 0)

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
