/**
 * Writes a bank statement of any length piece by piece. Every entry is different, and none stays in memory
 * for long.
 */

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { counterparties } from './texts.ts'

const iban = 'DE02120300000000202051'
const entriesPerDay = 400
const entriesPerPiece = 500

/** Returns the size of the file in bytes. */
export async function writeCamtFile(path: string, entries: number): Promise<number> {
  const file = createWriteStream(path)
  const write = async (text: string) => {
    if (!file.write(text)) await once(file, 'drain')
  }
  await write(head(entries))
  for (let start = 0; start < entries; start += entriesPerPiece) {
    let piece = ''
    for (let number = start; number < Math.min(start + entriesPerPiece, entries); number += 1)
      piece += entry(number)
    await write(piece)
  }
  await write('</Stmt></BkToCstmrStmt></Document>\n')
  file.end()
  await once(file, 'finish')
  return file.bytesWritten
}

const day = (number: number): string =>
  new Date(Date.UTC(2025, 0, 1 + Math.floor(number / entriesPerDay))).toISOString().slice(0, 10)

const cents = (number: number): number => 100 + ((number * 7919) % 999_983)
const isCredit = (number: number): boolean => number % 3 === 0
const money = (units: number): string => `${Math.floor(units / 100)}.${String(units % 100).padStart(2, '0')}`

function head(entries: number): string {
  let sum = 0
  for (let number = 0; number < entries; number += 1) sum += isCredit(number) ? cents(number) : -cents(number)
  const opening = 10 ** 12
  const balance = (code: string, units: number, at: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${money(units)}</Amt>` +
    `<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${at}</Dt></Dt></Bal>\n`
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>BENCH</MsgId></GrpHdr>\n' +
    `<Stmt><Id>BENCH-1</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>\n` +
    balance('OPBD', opening, day(0)) +
    balance('CLBD', opening + sum, day(entries - 1))
  )
}

function entry(number: number): string {
  const role = isCredit(number) ? 'Dbtr' : 'Cdtr'
  const side = isCredit(number) ? 'CRDT' : 'DBIT'
  const name = counterparties[number % counterparties.length]?.replaceAll('&', '&amp;')
  return `<Ntry>
  <NtryRef>${number}</NtryRef>
  <Amt Ccy="EUR">${money(cents(number))}</Amt>
  <CdtDbtInd>${side}</CdtDbtInd>
  <Sts><Cd>BOOK</Cd></Sts>
  <BookgDt><Dt>${day(number)}</Dt></BookgDt>
  <ValDt><Dt>${day(number)}</Dt></ValDt>
  <AcctSvcrRef>BENCH${String(number).padStart(12, '0')}</AcctSvcrRef>
  <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${isCredit(number) ? 'RCDT' : 'ICDT'}</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
  <NtryDtls><TxDtls>
    <Refs><EndToEndId>E2E-${number}</EndToEndId></Refs>
    <RltdPties>
      <${role}><Pty><Nm>${name}</Nm></Pty></${role}>
      <${role}Acct><Id><IBAN>DE75512108001245126199</IBAN></Id></${role}Acct>
    </RltdPties>
    <RmtInf><Ustrd>Rechnung RE-2025-${number} vom ${day(number)}</Ustrd></RmtInf>
  </TxDtls></NtryDtls>
  <AddtlNtryInf>SEPA Überweisung</AddtlNtryInf>
</Ntry>
`
}
