/** Small FatturaPA files. */

export interface FatturaPaInvoice {
  type?: string
  currency?: string
  issued?: string
  number?: string
  /** The stated total; null if it is not stated. */
  total?: string | null
  withheld?: string
  /** Prices, all at the same rate. */
  lines?: string[]
  rate?: string
  net?: string
  tax?: string
  /** I, D, or S for VAT that the buyer pays to the state. */
  due?: string
  /** One block of payment terms with payments. */
  payments?: FatturaPaPayment[]
  /** Inserted into DatiGeneraliDocumento and DatiBeniServizi. */
  general?: string
  goods?: string
}

export interface FatturaPaPayment {
  means?: string
  date?: string
  amount?: string
  iban?: string
  code?: string
  more?: string
}

const escaped = (text: string) =>
  text.replace(/[&<>]/g, character => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? '')
const element = (name: string, value: string | null | undefined) =>
  value === null || value === undefined ? '' : `<${name}>${escaped(value)}</${name}>`

function payment({ means = 'MP05', date, amount, iban, code, more = '' }: FatturaPaPayment): string {
  return `<DettaglioPagamento>${more}${element('ModalitaPagamento', means)}${element('DataScadenzaPagamento', date)}${element('ImportoPagamento', amount)}${element('IBAN', iban)}${element('CodicePagamento', code)}</DettaglioPagamento>`
}

function body(given: FatturaPaInvoice): string {
  const {
    type = 'TD01',
    currency = 'EUR',
    issued = '2026-02-27',
    number = 'H-2026/41',
    total = '244.61',
  } = given
  const { lines = ['120.00', '80.50'], rate = '22.00', net = '200.50', tax = '44.11' } = given
  const payments = given.payments ?? [
    { date: '2026-03-29', amount: '244.61', iban: 'IT60X0542811101000000123456', code: 'RF18539007547034' },
  ]
  return `<FatturaElettronicaBody><DatiGenerali><DatiGeneraliDocumento>
${element('TipoDocumento', type)}${element('Divisa', currency)}${element('Data', issued)}${element('Numero', number)}
${given.withheld === undefined ? '' : `<DatiRitenuta><TipoRitenuta>RT01</TipoRitenuta>${element('ImportoRitenuta', given.withheld)}</DatiRitenuta>`}
${element('ImportoTotaleDocumento', total)}${given.general ?? ''}</DatiGeneraliDocumento></DatiGenerali>
<DatiBeniServizi>${lines.map(price => `<DettaglioLinee>${element('PrezzoTotale', price)}${element('AliquotaIVA', rate)}</DettaglioLinee>`).join('')}
<DatiRiepilogo>${element('AliquotaIVA', rate)}${element('ImponibileImporto', net)}${element('Imposta', tax)}${element('EsigibilitaIVA', given.due)}</DatiRiepilogo>${given.goods ?? ''}</DatiBeniServizi>
${payments.length === 0 ? '' : `<DatiPagamento><CondizioniPagamento>TP02</CondizioniPagamento>${payments.map(payment).join('')}</DatiPagamento>`}
</FatturaElettronicaBody>`
}

export const supplierXml = (name: string) => `<Denominazione>${escaped(name)}</Denominazione>`

export interface FatturaPaFile {
  supplier?: string
  /** Instead of the supplier's name. */
  party?: string
  namespace?: string
  invoices?: FatturaPaInvoice[]
}

export function fatturaPaOf({
  supplier = 'Segheria Blu & Figli S.r.l.',
  ...given
}: FatturaPaFile = {}): string {
  const { party = supplierXml(supplier), invoices = [{}] } = given
  const { namespace = 'http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2' } = given
  return `<?xml version="1.0" encoding="UTF-8"?>
<p:FatturaElettronica versione="FPR12" xmlns:p="${namespace}">
<FatturaElettronicaHeader><DatiTrasmissione><FormatoTrasmissione>FPR12</FormatoTrasmissione></DatiTrasmissione>
<CedentePrestatore><DatiAnagrafici><IdFiscaleIVA><IdPaese>IT</IdPaese><IdCodice>01234567890</IdCodice></IdFiscaleIVA>
<Anagrafica>${party}</Anagrafica></DatiAnagrafici></CedentePrestatore>
<CessionarioCommittente><DatiAnagrafici><Anagrafica><Denominazione>Cantiere Navale</Denominazione></Anagrafica></DatiAnagrafici></CessionarioCommittente>
</FatturaElettronicaHeader>
${invoices.map(body).join('\n')}
</p:FatturaElettronica>`
}
