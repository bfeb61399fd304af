/** camt pieces for tests. */
export const ownIban = 'DE02120300000000202051'
export const otherIban = 'DE75512108001245126199'

export const camtEntry = (change: (entry: string) => string = entry => entry): string =>
  change(`<Ntry>
  <Amt Ccy="EUR">12.50</Amt>
  <CdtDbtInd>CRDT</CdtDbtInd>
  <Sts>BOOK</Sts>
  <BookgDt><Dt>2026-03-30</Dt></BookgDt>
  <ValDt><Dt>2026-03-31</Dt></ValDt>
  <AcctSvcrRef>BANK-1</AcctSvcrRef>
  <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
  <NtryDtls><TxDtls>
    <Refs><EndToEndId>E2E-1</EndToEndId></Refs>
    <RltdPties>
      <Dbtr><Nm>Papierwerk Süd AG</Nm></Dbtr>
      <DbtrAcct><Id><IBAN>${otherIban}</IBAN></Id></DbtrAcct>
    </RltdPties>
    <RmtInf><Ustrd>RE-2026-0117</Ustrd></RmtInf>
  </TxDtls></NtryDtls>
  <AddtlNtryInf>SEPA Gutschrift</AddtlNtryInf>
</Ntry>`)

export const camtBalance = (code: string, amount: string, day = '2026-03-31', side = 'CRDT'): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt>` +
  `<CdtDbtInd>${side}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`

export const camtAccount = `<Acct><Id><IBAN>${ownIban}</IBAN></Id><Ccy>EUR</Ccy><Ownr><Nm>Blaue Werft GmbH</Nm></Ownr>
  <Svcr><FinInstnId><BIC>BYLADEM1001</BIC><Nm>Deutsche Kreditbank</Nm></FinInstnId></Svcr></Acct>`

const names: Record<string, [message: string, statement: string]> = {
  'camt.052': ['BkToCstmrAcctRpt', 'Rpt'],
  'camt.053': ['BkToCstmrStmt', 'Stmt'],
  'camt.054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
}

export function camt(content: string, kind = 'camt.053', version = '02'): string {
  const [message, statement] = names[kind] ?? ['', '']
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}.001.${version}"><${message}>
<GrpHdr><MsgId>M-1</MsgId></GrpHdr>
<${statement}><Id>S-1</Id><ElctrncSeqNb>7</ElctrncSeqNb>
${content}
</${statement}></${message}></Document>`
}
