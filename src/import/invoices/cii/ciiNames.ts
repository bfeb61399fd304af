/** The parts of a Cross Industry Invoice whose names differ between versions. */

export interface CiiNames {
  format: 'cii' | 'zugferd1'
  context: string
  header: string
  transaction: string
  agreement: string
  settlement: string
  summation: string
  lineTotal: string[]
  rate: string
}

export const cii: CiiNames = {
  format: 'cii',
  context: 'rsm:ExchangedDocumentContext',
  header: 'rsm:ExchangedDocument',
  transaction: 'rsm:SupplyChainTradeTransaction',
  agreement: 'ram:ApplicableHeaderTradeAgreement',
  settlement: 'ram:ApplicableHeaderTradeSettlement',
  summation: 'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
  lineTotal: [
    'ram:SpecifiedLineTradeSettlement',
    'ram:SpecifiedTradeSettlementLineMonetarySummation',
    'ram:LineTotalAmount',
  ],
  rate: 'ram:RateApplicablePercent',
}

export const zugferd1: CiiNames = {
  format: 'zugferd1',
  context: 'rsm:SpecifiedExchangedDocumentContext',
  header: 'rsm:HeaderExchangedDocument',
  transaction: 'rsm:SpecifiedSupplyChainTradeTransaction',
  agreement: 'ram:ApplicableSupplyChainTradeAgreement',
  settlement: 'ram:ApplicableSupplyChainTradeSettlement',
  summation: 'ram:SpecifiedTradeSettlementMonetarySummation',
  lineTotal: [
    'ram:SpecifiedSupplyChainTradeSettlement',
    'ram:SpecifiedTradeSettlementMonetarySummation',
    'ram:LineTotalAmount',
  ],
  rate: 'ram:ApplicablePercent',
}
