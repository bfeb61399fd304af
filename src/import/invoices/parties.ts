/** Who sells and who buys, to tell which company an invoice belongs to. */
import { all, type Place } from './document.ts'

export interface Party {
  names: string[]
  vatNumbers: string[]
}

export interface Parties {
  supplier: Party
  buyer: Party
  /** The buyer issued it in the supplier's name. */
  isSelfBilled: boolean
}

const textLengthMax = 300

const textsOf = (places: readonly Place[]): string[] =>
  places.map(({ element }) => element.text.trim()).filter(text => text !== '' && text.length <= textLengthMax)

/** UNTDID 1001 for self-billed invoices and credit notes. */
export const isSelfBilledType = (type: Place | undefined): boolean =>
  ['261', '389', '527'].includes(type?.element.text ?? '')

export const ublParty = (party: Place | undefined): Party => ({
  names: textsOf([
    ...all(party, 'cac:PartyLegalEntity', 'cbc:RegistrationName'),
    ...all(party, 'cac:PartyName', 'cbc:Name'),
  ]),
  vatNumbers: textsOf(all(party, 'cac:PartyTaxScheme', 'cbc:CompanyID')),
})

export const ciiParty = (party: Place | undefined): Party => ({
  names: textsOf([
    ...all(party, 'ram:Name'),
    ...all(party, 'ram:SpecifiedLegalOrganization', 'ram:TradingBusinessName'),
  ]),
  vatNumbers: textsOf(all(party, 'ram:SpecifiedTaxRegistration', 'ram:ID')),
})
