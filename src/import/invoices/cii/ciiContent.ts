import type { InvoiceContent } from '../../../contract/console/bills/content.ts'
import { amountAt, linesOf, partyOf, taxesOf, textAt } from '../content.ts'
import { all, first, type Place } from '../document.ts'
import type { CiiNames } from './ciiNames.ts'

const lineItem = 'ram:IncludedSupplyChainTradeLineItem'

export function ciiContent(root: Place, names: CiiNames, isCredit: boolean): InvoiceContent {
  const transaction = first(root, names.transaction)
  const settlement = first(transaction, names.settlement)
  const totals = first(settlement, names.summation)
  const agreement = first(transaction, names.agreement)
  const isDraft = names.format === 'zugferd1'
  const delivery = isDraft ? 'ram:SpecifiedSupplyChainTradeDelivery' : 'ram:SpecifiedLineTradeDelivery'
  const ofLine = isDraft ? 'ram:SpecifiedSupplyChainTradeAgreement' : 'ram:SpecifiedLineTradeAgreement'
  return {
    isCredit,
    supplier: party(first(agreement, 'ram:SellerTradeParty')),
    buyer: party(first(agreement, 'ram:BuyerTradeParty')),
    net: amountAt(first(totals, 'ram:TaxBasisTotalAmount')),
    gross: amountAt(first(totals, 'ram:GrandTotalAmount')),
    prepaid: amountAt(first(totals, 'ram:TotalPrepaidAmount')),
    taxes: taxesOf(all(settlement, 'ram:ApplicableTradeTax'), part => ({
      rate: amountAt(first(part, names.rate)),
      basis: amountAt(first(part, 'ram:BasisAmount')),
      amount: amountAt(first(part, 'ram:CalculatedAmount')),
    })),
    ...linesOf(all(transaction, lineItem), line => {
      const quantity = first(line, delivery, 'ram:BilledQuantity')
      const price = (kind: string) => first(line, ofLine, kind, 'ram:ChargeAmount')
      return {
        name: textAt(
          first(line, 'ram:SpecifiedTradeProduct', 'ram:Name'),
          first(line, 'ram:SpecifiedTradeProduct', 'ram:Description'),
        ),
        quantity: amountAt(quantity),
        unit: quantity?.element.attributes.unitCode?.slice(0, 20) ?? null,
        price: amountAt(price('ram:NetPriceProductTradePrice'), price('ram:GrossPriceProductTradePrice')),
        rate: amountAt(first(line, names.lineTotal[0] ?? '', 'ram:ApplicableTradeTax', names.rate)),
        amount: amountAt(first(line, ...names.lineTotal)),
      }
    }),
  }
}

function party(place: Place | undefined) {
  const address = first(place, 'ram:PostalTradeAddress')
  return partyOf({
    names: [
      first(place, 'ram:Name'),
      first(place, 'ram:SpecifiedLegalOrganization', 'ram:TradingBusinessName'),
    ],
    // A registration is the VAT number if its scheme says so, or else a tax number.
    vatNumbers: all(place, 'ram:SpecifiedTaxRegistration', 'ram:ID').sort(
      (one, other) =>
        Number(other.element.attributes.schemeID === 'VA') - Number(one.element.attributes.schemeID === 'VA'),
    ),
    address: [
      [first(address, 'ram:LineOne')],
      [first(address, 'ram:LineTwo')],
      [first(address, 'ram:PostcodeCode'), first(address, 'ram:CityName')],
      [first(address, 'ram:CountryID')],
    ],
  })
}
