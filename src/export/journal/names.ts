/** Names of accounts for both journal formats: parts of letters, digits and hyphens, each unique among its siblings. */

const partLengthMax = 60

/** A part of an account's name. Beancount wants a capital letter or a digit at its start. */
export function partOf(text: string, otherwise: string): string {
  const words = text
    .slice(0, partLengthMax * 4)
    .normalize('NFC')
    .match(/[\p{L}\p{N}]+/gu)
  const part = [...(words ?? []).join('-')].slice(0, partLengthMax).join('').replace(/-$/, '')
  const [first = ''] = part
  return part === '' || !/^[\p{L}0-9]/u.test(part)
    ? otherwise
    : first.toUpperCase() + part.slice(first.length)
}

/** Gives each key a name, and a number to names that would be the same. */
export class UniqueNames {
  readonly #byKey = new Map<string, string>()
  readonly #taken = new Set<string>()

  nameFor(key: string, wanted: string): string {
    const known = this.#byKey.get(key)
    if (known !== undefined) return known
    let name = wanted
    for (let number = 2; this.#taken.has(name.toLowerCase()); number += 1) name = `${wanted}-${number}`
    this.#taken.add(name.toLowerCase())
    this.#byKey.set(key, name)
    return name
  }
}

export interface NamedAccount {
  id: string
  companyId: string
  companyName: string
  /** The nickname, the bank's name for it, or its IBAN. */
  name: string
  isCredit: boolean
}

/** Such as Assets:Nordlicht-GmbH:Giro. */
export function accountNames(accounts: readonly NamedAccount[]): ReadonlyMap<string, string> {
  const companies = new UniqueNames()
  const names = new UniqueNames()
  return new Map(
    accounts.map(({ id, companyId, companyName, name, isCredit }) => {
      const company = companies.nameFor(companyId, partOf(companyName, 'Company'))
      const path = `${isCredit ? 'Liabilities' : 'Assets'}:${company}:${partOf(name, 'Account')}`
      return [id, names.nameFor(id, path)]
    }),
  )
}
