/** Entries whose text names a balance in words that a payment may have too: a person must see that they are read. */
import type { Entry } from '../../statement.ts'
import { plainText } from '../cells/plainText.ts'
import type { Doubt } from './guess.ts'

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

const balances = setOf(
  `balance bal saldo solde kontostand guthaben egyenleg zustatek zostatok bakiye sold stanje salda due restsaldo gesamtsaldo
  endsaldo anfangssaldo altsaldo neusaldo остаток залишок салдо υπολοιπο 余额 餘額 残高 잔액 יתרה`,
)
/** Words that say which balance. One who pays a balance says more than this, or less. */
const kinds = setOf(
  `outstanding remaining net total current previous last old amount minimum payment account statement card your the of at as on
  before after start end day month period year carried brought forward owed owing opening closing final available ledger book
  alter neuer letzter offener aktueller vom per am zum im der des
  anterior inicial final pendiente pendente deudor devedor disponible disponivel total actual atual previo al del do da de el mes dia
  periodo cuenta conta fatura factura precedente iniziale finale attuale contabile residuo
  initial precedent actuel restant du le la compte debut fin
  ingaende utgaende fore efter alt neu`,
)
const wordsMax = 6
const textLengthMax = 80

/** Sums of a day or a part of the table. "Total" may be a merchant. */
const total =
  /^(?:(?:daily|day|weekly|monthly|sub|grand|section|page|card) ?totals?|(?:zwischen|tages|monats|wochen)summe|sub ?totaal|dagtotaal|sous total|total (?:del dia|diario|do dia|du jour|del giorno|dnia))$/

function isLikeBalance(text: string | null): boolean {
  if (text === null || text.length > textLengthMax) return false
  if (total.test(plainText(text))) return true
  const words = plainText(text).split(' ')
  return (
    words.length <= wordsMax &&
    words[0] !== 'payment' &&
    words.some(word => balances.has(word)) &&
    words.every(word => balances.has(word) || kinds.has(word) || /^\d+$/.test(word))
  )
}

/** Nothing if all rows have such a text: then it says what the table is about. */
export function balanceTextDoubts(entries: readonly Entry[]): Doubt[] {
  const textOf = ({ counterpartyName, description, reference }: Entry) =>
    [description, reference, counterpartyName].find(isLikeBalance) ?? null
  const found = entries.flatMap(entry => {
    const text = textOf(entry)
    return text === null ? [] : [{ text, line: entry.line }]
  })
  const [first] = found
  if (first === undefined || found.length === entries.length) return []
  const what = total.test(plainText(first.text)) ? 'total' : 'balance'
  const reason = `line ${first.line} says "${first.text}"; is it a ${what}? It is read as an entry`
  return [{ at: 'rows', reason }]
}
