import type { InvoiceContent } from '../../../contract/console/bills/content.ts'
import { amountAt, linesOf, partyOf, taxesOf, textAt } from '../content.ts'
import { all, first, type Place } from '../document.ts'
import { isOioubl2, netOfOioubl2 } from './oioubl.ts'

export function ublContent(root: Place, tax: Place | undefined, isCredit: boolean): InvoiceContent {
  const isCreditNote = root.element.name === 'CreditNote'
  const totals = first(root, 'cac:LegalMonetaryTotal')
  const lineName = isCreditNote ? 'cac:CreditNoteLine' : 'cac:InvoiceLine'
  return {
    isCredit,
    supplier: party(first(root, 'cac:AccountingSupplierParty', 'cac:Party')),
    buyer: party(first(root, 'cac:AccountingCustomerParty', 'cac:Party')),
    net: isOioubl2(root) ? netOfOioubl2(totals) : amountAt(first(totals, 'cbc:TaxExclusiveAmount')),
    gross: amountAt(first(totals, 'cbc:TaxInclusiveAmount')),
    prepaid: amountAt(first(totals, 'cbc:PrepaidAmount')),
    taxes: taxesOf(all(tax, 'cac:TaxSubtotal'), part => ({
      rate: amountAt(first(part, 'cac:TaxCategory', 'cbc:Percent'), first(part, 'cbc:Percent')),
      basis: amountAt(first(part, 'cbc:TaxableAmount')),
      amount: amountAt(first(part, 'cbc:TaxAmount')),
    })),
    ...linesOf(all(root, lineName), line => {
      const quantity = first(line, isCreditNote ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity')
      return {
        name: textAt(first(line, 'cac:Item', 'cbc:Name'), first(line, 'cac:Item', 'cbc:Description')),
        quantity: amountAt(quantity),
        unit: quantity?.element.attributes.unitCode?.slice(0, 20) ?? null,
        price: amountAt(first(line, 'cac:Price', 'cbc:PriceAmount')),
        rate: amountAt(first(line, 'cac:Item', 'cac:ClassifiedTaxCategory', 'cbc:Percent')),
        amount: amountAt(first(line, 'cbc:LineExtensionAmount')),
      }
    }),
  }
}

function party(place: Place | undefined) {
  const address = first(place, 'cac:PostalAddress')
  return partyOf({
    names: [
      first(place, 'cac:PartyLegalEntity', 'cbc:RegistrationName'),
      first(place, 'cac:PartyName', 'cbc:Name'),
    ],
    vatNumbers: all(place, 'cac:PartyTaxScheme', 'cbc:CompanyID'),
    address: [
      [first(address, 'cbc:StreetName')],
      [first(address, 'cbc:AdditionalStreetName')],
      [first(address, 'cbc:PostalZone'), first(address, 'cbc:CityName')],
      [first(address, 'cac:Country', 'cbc:IdentificationCode')],
    ],
  })
}
