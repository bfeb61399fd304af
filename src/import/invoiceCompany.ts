/** Which company an invoice belongs to. One that a company of the workspace issued itself is no bill. */
import type { Company } from '../contract/companies.ts'
import { Refusal } from './importErrors.ts'
import type { Parties, Party } from './invoices/parties.ts'

/**
 * The company that the invoice is addressed to; null if that is not clear. The company that the user chose
 * counts first, unless it is the supplier.
 */
export function invoiceCompany(
  parties: Parties,
  companies: readonly Company[],
  chosenId: string | undefined,
): string | null {
  const sellers = companies.filter(each => isParty(each, parties.supplier))
  const buyers = companies.filter(each => isParty(each, parties.buyer) && !sellers.includes(each))
  const chosen = companies.find(({ id }) => id === chosenId)
  if (chosenId !== undefined && chosen === undefined) return null
  const isOwn = chosen ? sellers.includes(chosen) : sellers.length > 0 && buyers.length === 0
  if (isOwn) throw new Refusal(ownInvoice(chosen ?? sellers[0], parties))
  const [buyer, another] = buyers
  return chosen?.id ?? (another === undefined ? (buyer?.id ?? null) : null)
}

function ownInvoice(seller: Company | undefined, { buyer, isSelfBilled }: Parties): string {
  const to = buyer.names[0] === undefined ? '' : ` to ${buyer.names[0]}`
  const by = isSelfBilled ? ', written by the customer (self-billing)' : ''
  return `It is an invoice of ${seller?.name}${to}${by}, not one to be paid. Only invoices of suppliers are imported.`
}

/** By VAT number if both have one, otherwise by name. */
export function isParty(
  { name, tradingName, vatNumber }: Pick<Company, 'name' | 'tradingName' | 'vatNumber'>,
  { names, vatNumbers }: Party,
): boolean {
  const own = vatNumber === null ? '' : compact(vatNumber)
  const others = vatNumbers.map(compact).filter(number => /^[A-Z]{2}/.test(number))
  if (own !== '' && others.length > 0) return others.includes(own)
  const known = [name, tradingName].flatMap(each => (each === null ? [] : [compact(each)]))
  return names.some(each => known.includes(compact(each)))
}

const compact = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
