/** What the name of a column says about its content. */
import { currencyOfUnit, isKnownCurrency } from '../cells/currencies.ts'
import { halfWidth, inOneScript, plainText } from '../cells/plainText.ts'
import { remembered } from '../cells/remembered.ts'
import { easternNames } from './easternNames.ts'
import { dateNames, moneyNames } from './headerNames.ts'
import { roleByPart } from './headerParts.ts'
import { partyNames, textNames } from './headerTexts.ts'
import { worldNames } from './worldNames.ts'

export type DateRole = keyof typeof dateNames
export type MoneyRole = keyof typeof moneyNames
export type TextRole = keyof typeof partyNames | keyof typeof textNames
export type Role = DateRole | MoneyRole | TextRole

export interface NamedRole {
  role: Role
  /** The name is known as a whole, not only a part of it. */
  exact: boolean
}

/** A name may mean several things: "Valuta" is a value date in Germany and a currency in Sweden. */
const byName = new Map<string, Role[]>()
/** Names of two letters that mean something else without their accents: the Vietnamese "nợ" is a debit, "No" is a number. */
const accented = new Map<string, string>()
for (const names of [dateNames, moneyNames, partyNames, textNames, worldNames, easternNames]) {
  for (const [role, list] of Object.entries(names) as [Role, string][]) {
    for (const name of list.split(',')) {
      const plain = plainText(name)
      const roles = byName.get(plain) ?? []
      byName.set(plain, roles.includes(role) ? roles : [...roles, role])
      if (/^[a-z]{2}$/.test(plain) && plain !== name.trim()) accented.set(`${role} ${plain}`, name.trim())
    }
  }
}

const nameLengthMax = 120

/** In place of a letter that was lost when the file was saved. */
const lostLetter = '\uFFFD'

/** The known name that a name with lost letters must have been; otherwise the name as it is. */
export function repairedName(written: string): string {
  if (!written.includes(lostLetter) || written.length > nameLengthMax) return written
  const letters = [...plainText(written.replace(/\uFFFD+/g, anyLetter))]
  const isLike = (name: string) =>
    name.length === letters.length &&
    letters.every((letter, at) => letter === anyLetter || letter === name[at])
  return [...byName.keys()].find(isLike) ?? written
}

/** A letter that no name has. */
const anyLetter = '\u01C2'

export interface HeaderName {
  roles: readonly NamedRole[]
  /** A currency in the name, as in "Amount (EUR)". */
  currency: string | null
}

export const headerName = remembered(nameOf)

function nameOf(written: string): HeaderName {
  const currency = currencyIn(written)
  const plain = plainText(written.slice(0, nameLengthMax))
  const words = plain.split(' ')
  const bare = words.filter(word => !isNoise(word)).join(' ')
  const short = bare.replace(/ (?:in|en|w|v|i|em)$/, '')
  const numbered = short.replace(/ ?\d{1,2}$/, '')
  // accountBalance
  const parted = plainText(written.slice(0, nameLengthMax).replace(/([a-z])([A-Z])/g, '$1 $2'))
  // Empfaenger and Waehrung
  const folded = plain.replace(/([aou])e/g, '$1')
  const spellings = [plain, bare, short, numbered, parted, folded, folded.replace(/ ?\d{1,2}$/, '')]
  for (const name of [...spellings, ...inOneScript(bare)]) {
    const roles = byName.get(name)?.filter(role => isSpelled(role, name, written))
    if (roles?.length) return { roles: roles.map(role => ({ role, exact: true })), currency }
  }
  if (bare === '') {
    const role = signedRole(written) ?? (currency === null ? null : 'amount')
    if (role !== null) return { roles: [{ role, exact: true }], currency }
  }
  // In PayeeBIC the last word says what it is.
  const part = roleByPart(parted.split(' ')) ?? roleByPart(words) ?? roleByPart(folded.split(' '))
  return { roles: part ? [{ role: part, exact: false }] : [], currency }
}

const isSpelled = (role: Role, name: string, written: string): boolean =>
  written
    .toLowerCase()
    .normalize()
    .includes(accented.get(`${role} ${name}`)?.normalize() ?? '')

/** [-] USD and (+) are columns of debits and credits. */
function signedRole(written: string): 'credit' | 'debit' | null {
  const marks = new Set(written.slice(0, nameLengthMax).match(/[+\-\u2212\u2013]/g) ?? [])
  if (marks.size !== 1) return null
  return marks.has('+') ? 'credit' : 'debit'
}

const namesTextMax = 16_384

/** How many cells of the text are names of columns. */
export function knownNames(text: string): number {
  const cells = text.slice(0, namesTextMax).split(/[;,\t|\r\n]/)
  return cells.filter(cell => cell.length < nameLengthMax && byName.has(plainText(cell))).length
}

const noise = new Set([
  'euro',
  'euros',
  'euroa',
  'utc',
  'gmt',
  'cet',
  'cest',
  'est',
  'pst',
  'local',
  'optional',
  'dd',
  'mm',
  'yyyy',
  'yy',
  'r',
  'rs',
  'tl',
  '元',
  '円',
  '원',
])
const isNoise = (word: string): boolean => noise.has(word) || isKnownCurrency(word.toUpperCase())

/** Signs of one currency, also where no brackets are around them. */
const currencySign = /[€£₩₽₺₴₪₹₫₱₦฿]/

function currencyIn(given: string): string | null {
  const written = halfWidth(given)
  const code = written.match(/\b[A-Z]{3}\b/g)?.find(isKnownCurrency)
  const sign = currencyOfUnit(currencySign.exec(written.slice(0, nameLengthMax))?.[0] ?? '')
  const found =
    code ?? sign ?? (/\beuros?a?\b/i.test(written) ? 'EUR' : /[臺台]幣/.test(written) ? 'TWD' : null)
  if (found !== null) return found
  const unit = /[([](?:in |en |em )?([^()[\]]{1,4})[)\]]/.exec(written.slice(0, nameLengthMax))?.[1]
  return unit === undefined ? null : currencyOfUnit(unit.trim())
}
