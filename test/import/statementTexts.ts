/** Writes the same entries as files of a bank: camt.053, MT940, OFX and CSV. */

export interface TextEntry {
  /** Unsigned, with two decimal places. */
  amount: string
  side: 'credit' | 'debit'
  /** Null while pending; only interim reports have such entries. */
  day: string | null
  name?: string
  iban?: string
  text?: string
  reference?: string
  endToEndId?: string
  /** Amounts and names of the parts of a batch. */
  parts?: { amount: string; name: string }[]
}

export interface TextStatement {
  id: string
  iban: string
  currency?: string
  opening: string
  /** Computed from opening and entries, unless the statement should be wrong. */
  closing?: string
  from: string
  to: string
  entries: readonly TextEntry[]
}

/** In hundredths. */
export const minor = (amount: string): bigint => BigInt(amount.replace('.', ''))
export function major(units: bigint): string {
  const digits = String(units < 0n ? -units : units).padStart(3, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export function closingOf({
  opening,
  closing,
  entries,
}: Pick<TextStatement, 'opening' | 'closing' | 'entries'>) {
  if (closing !== undefined) return closing
  const booked = entries.filter(({ day }) => day !== null)
  const moved = booked.map(({ amount, side }) => (side === 'debit' ? -minor(amount) : minor(amount)))
  return major(moved.reduce((sum, each) => sum + each, minor(opening)))
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const element = (name: string, content: string | undefined) =>
  content === undefined ? '' : `<${name}>${content}</${name}>`

type CamtKind = 'camt.052' | 'camt.053'

export function camtText(statements: readonly TextStatement[], kind: CamtKind = 'camt.053'): string {
  const [message, statement] = kind === 'camt.053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrAcctRpt', 'Rpt']
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}.001.08"><${message}>
<GrpHdr><MsgId>M</MsgId></GrpHdr>
${statements.map(each => element(statement ?? '', camtStatement(each, kind))).join('\n')}
</${message}></Document>\n`
}

function camtStatement(statement: TextStatement, kind: CamtKind): string {
  const { id, iban, currency = 'EUR', opening, from, to, entries } = statement
  const balance = (code: string, amount: string, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${camtMoney(amount, currency)}<Dt><Dt>${day}</Dt></Dt></Bal>`
  const balances = [balance('OPBD', opening, from), balance('CLBD', closingOf(statement), to)]
  return [
    `<Id>${id}</Id><FrToDt><FrDtTm>${from}T00:00:00Z</FrDtTm><ToDtTm>${to}T23:59:59Z</ToDtTm></FrToDt><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>${currency}</Ccy></Acct>`,
    ...(kind === 'camt.053' ? balances : []),
    ...entries.map(entry => camtEntry(entry, currency)),
  ].join('\n')
}

const camtMoney = (signed: string, currency: string): string =>
  `<Amt Ccy="${currency}">${signed.replace('-', '')}</Amt>` +
  `<CdtDbtInd>${signed.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd>`

function camtEntry(entry: TextEntry, currency: string): string {
  const { amount, side, day, reference, parts } = entry
  const signed = side === 'debit' ? `-${amount}` : amount
  const details = parts
    ? parts.map(part => camtDetails({ ...part, side, day }, currency, true)).join('')
    : camtDetails(entry, currency, false)
  const dates = day === null ? '' : `<BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>`
  return (
    `<Ntry>${camtMoney(signed, currency)}<Sts><Cd>${day === null ? 'PDNG' : 'BOOK'}</Cd></Sts>${dates}` +
    `${element('AcctSvcrRef', reference)}<NtryDtls>${details}</NtryDtls></Ntry>`
  )
}

function camtDetails(entry: TextEntry, currency: string, withAmount: boolean): string {
  const { amount, side, name, iban, text, endToEndId } = entry
  const role = side === 'credit' ? 'Dbtr' : 'Cdtr'
  const party = name === undefined ? '' : element(role, element('Pty', element('Nm', escaped(name))))
  const account = iban === undefined ? '' : element(`${role}Acct`, element('Id', element('IBAN', iban)))
  const refs = endToEndId === undefined ? '' : element('Refs', element('EndToEndId', endToEndId))
  return (
    `<TxDtls>${refs}${withAmount ? camtMoney(side === 'debit' ? `-${amount}` : amount, currency) : ''}` +
    `${element('RltdPties', party + account)}` +
    `${text === undefined ? '' : element('RmtInf', element('Ustrd', escaped(text)))}</TxDtls>`
  )
}

const swiftDay = (day: string) => day.slice(2).replaceAll('-', '')
const swiftAmount = (amount: string) => amount.replace('-', '').replace('.', ',')
const swiftSide = (signed: string) => (signed.startsWith('-') ? 'D' : 'C')

export function mt940Text(statements: readonly TextStatement[]): string {
  return statements.map(mt940Statement).join('')
}

function mt940Statement(statement: TextStatement): string {
  const { id, iban, currency = 'EUR', opening, from, to, entries } = statement
  const balance = (tag: string, amount: string, day: string) =>
    `:${tag}:${swiftSide(amount)}${swiftDay(day)}${currency}${swiftAmount(amount)}`
  const lines = entries.flatMap(({ amount, side, day, reference, name, iban: other, text }) => [
    `:61:${swiftDay(day ?? from)}${(day ?? from).slice(5).replace('-', '')}${side === 'debit' ? 'D' : 'C'}` +
      `${swiftAmount(amount)}NTRFNONREF${reference === undefined ? '' : `//${reference.slice(0, 16)}`}`,
    `:86:166?00TRANSFER?20${(text ?? '').slice(0, 27)}${other ? `?31${other}` : ''}` +
      `${name ? `?32${name.toUpperCase().slice(0, 27)}` : ''}`,
  ])
  return [
    ':20:STARTUMSE',
    `:25:${iban}`,
    `:28C:${id.replace(/\D/g, '').slice(0, 5) || '1'}/1`,
    balance('60F', opening, from),
    ...lines,
    balance('62F', closingOf(statement), to),
    '-',
    '',
  ].join('\r\n')
}

export function ofxText(statement: TextStatement): string {
  const { iban, currency = 'EUR', from, to, entries } = statement
  const day = (text: string) => text.replaceAll('-', '')
  const rows = entries.map(
    ({ amount, side, day: posted, reference, name, text }, index) =>
      `<STMTTRN><TRNTYPE>${side.toUpperCase()}<DTPOSTED>${day(posted ?? from)}` +
      `<TRNAMT>${side === 'debit' ? '-' : ''}${amount}<FITID>${reference ?? `F${index}-${day(posted ?? from)}`}` +
      `${name ? `<NAME>${escaped(name.slice(0, 32))}` : ''}${text ? `<MEMO>${escaped(text)}` : ''}</STMTTRN>`,
  )
  return `OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nSECURITY:NONE\nENCODING:USASCII\nCHARSET:1252\nCOMPRESSION:NONE
OLDFILEUID:NONE\nNEWFILEUID:NONE\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>${currency}
<BANKACCTFROM><BANKID>${iban.slice(4, 12)}<ACCTID>${iban.slice(12)}<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>${day(from)}<DTEND>${day(to)}
${rows.join('\n')}
</BANKTRANLIST><LEDGERBAL><BALAMT>${closingOf(statement)}<DTASOF>${day(to)}</LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`
}

export const csvHeader = ['Buchungstag', 'Betrag', 'Währung', 'Name', 'IBAN', 'Verwendungszweck']

export function csvText(statement: TextStatement): string {
  const { currency = 'EUR', from, entries } = statement
  const rows = entries.map(({ amount, side, day, name = '', iban = '', text = '' }) => [
    (day ?? from).split('-').reverse().join('.'),
    `${side === 'debit' ? '-' : ''}${amount.replace('.', ',')}`,
    currency,
    name,
    iban,
    text,
  ])
  return `${[csvHeader, ...rows].map(row => row.join(';')).join('\r\n')}\r\n`
}

export const csvTextMapping = {
  delimiter: ';',
  encoding: 'utf-8',
  header: csvHeader,
  dateFormat: 'DD.MM.YYYY',
  decimal: ',',
  columns: { bookingDate: 0, amount: 1, currency: 2, counterpartyName: 3, counterpartyIban: 4, reference: 5 },
  currency: null,
} as const
