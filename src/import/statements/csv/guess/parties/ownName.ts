/**
 * Our own name among payers and payees. In most tables money out goes to the payee, but some have whoever asked for
 * the money in the place of the payer.
 */
import { plainText } from '../../cells/plainText.ts'
import type { CsvLayout } from '../../csvLayout.ts'
import type { TableColumn } from '../columns.ts'
import type { Doubt, KnownOwner } from '../guess.ts'
import type { Trial } from '../money/trial.ts'
import type { TableShape } from '../tableShape.ts'

interface NamedRow {
  /** By the direction of the money. */
  own: string
  other: string
}

const certainRowsMin = 3

export interface OwnName {
  words: CsvLayout['words']
  doubts: Doubt[]
}

const nothing: OwnName = { words: undefined, doubts: [] }

export function ownNameIn(
  columns: readonly TableColumn[],
  layout: CsvLayout,
  shape: TableShape,
  trial: Trial,
  owner: KnownOwner,
): OwnName {
  const { payerName, payeeName, counterpartyName } = layout.columns
  const payer = columns.find(({ at }) => at === payerName)
  const payee = columns.find(({ at }) => at === payeeName)
  if (payer !== undefined && payee === undefined)
    return { ...nothing, doubts: onlyPayerDoubts(payer, shape, trial, owner) }
  if (payer === undefined && payee === undefined)
    return {
      ...nothing,
      doubts: onlyPayeeDoubts(onlyPayeeIn(columns, counterpartyName), shape, trial, owner),
    }
  if (payer === undefined || payee === undefined || counterpartyName !== undefined) return nothing
  const rows = namedRows(payer, payee, shape, trial)
  const owns = new Set(rows.map(({ own }) => plainText(own)))
  const swapped = rows.filter(({ other }) => owns.has(plainText(other)))
  const known = new Set(owner.names.map(plainText))
  const always = namesOfAll(rows)
  const mine = always.filter(name => known.has(plainText(name)))
  const [name, another] = mine.length > 0 ? mine : always
  const isOther = (each: NamedRow) => name !== undefined && plainText(each.other) === plainText(name)
  if (name !== undefined && another === undefined) {
    // A name on one side of all rows may be that of the only payer.
    if (!rows.some(isOther) || rows.every(isOther)) return nothing
    const isCertain = mine.length > 0 || rows.length >= certainRowsMin
    const reason = `is "${name}", which is in "${payer.name}" or "${payee.name}" in all rows, the holder of the account?`
    return { words: { own: [name] }, doubts: isCertain ? [] : [{ at: 'payerName', reason }] }
  }
  if (swapped.length === 0) return nothing
  const reason = `"${swapped[0]?.other}" is in "${payer.name}" and in "${payee.name}", whichever way the money goes; who is the other party?`
  return { words: undefined, doubts: [{ at: 'payerName', reason }] }
}

/**
 * Without payees, the payer of money out is the holder. That is doubtful if there are several, or only a few rows, or if
 * the same one pays money in: then it may be the other party in either case.
 */
function onlyPayerDoubts(
  payer: TableColumn,
  shape: TableShape,
  { entries }: Trial,
  { names }: KnownOwner,
): Doubt[] {
  const sides = new Map(entries.map(({ line, side }) => [line, side]))
  const of = (wanted: string) =>
    shape.entries.flatMap(({ line }, row) => {
      const name = payer.cells[row] ?? ''
      return name !== '' && sides.get(line) === wanted ? [name] : []
    })
  const outs = of('debit')
  const paid = new Set(outs.map(plainText))
  const both = of('credit').find(name => paid.has(plainText(name)))
  const known = new Set(names.map(plainText))
  const isHolder =
    [...paid].every(name => known.has(name)) || (paid.size === 1 && outs.length >= certainRowsMin)
  const name = both ?? (isHolder ? undefined : outs[0])
  if (name === undefined) return []
  const reason = both
    ? `"${name}" is in "${payer.name}", whichever way the money goes; is it the other party?`
    : `"${name}" is in "${payer.name}" where money went out; is it the other party, and not the holder of the account?`
  return [{ at: 'payerName', reason }]
}

/** A column of payees that is read as that of the other party. Some programs call either party a payee. */
const onlyPayeeIn = (
  columns: readonly TableColumn[],
  counterpartyName: CsvLayout['columns']['counterpartyName'],
): TableColumn | undefined =>
  columns.find(
    ({ at, roles, name }) =>
      at === counterpartyName &&
      roles.includes('payeeName') &&
      !roles.includes('counterpartyName') &&
      !/^payee(?: name)?$/.test(plainText(name)),
  )

const sameNameMin = 2

/** Without payers, the payee of all money in may be the holder. */
function onlyPayeeDoubts(
  payee: TableColumn | undefined,
  shape: TableShape,
  { entries }: Trial,
  { names }: KnownOwner,
): Doubt[] {
  if (payee === undefined) return []
  const sides = new Map(entries.map(({ line, side }) => [line, side]))
  const of = (wanted: string) =>
    shape.entries.flatMap(({ line }, row) => {
      const name = payee.cells[row] ?? ''
      return name !== '' && sides.get(line) === wanted ? [name] : []
    })
  const [ins, outs] = [of('credit'), new Set(of('debit').map(plainText))]
  const known = new Set(names.map(plainText))
  const own = ins.find(name => known.has(plainText(name)))
  const isOneForAll = ins.length >= sameNameMin && new Set(ins.map(plainText)).size === 1 && outs.size > 0
  const only = isOneForAll && !outs.has(plainText(ins[0] ?? '')) ? ins[0] : undefined
  const name = own ?? only
  if (name === undefined) return []
  const reason = `"${name}" is in "${payee.name}" where money came in; is it the holder of the account, and not who paid?`
  return [{ at: 'counterpartyName', reason }]
}

/** Rows with two different names. */
function namedRows(
  payer: TableColumn,
  payee: TableColumn,
  shape: TableShape,
  { entries }: Trial,
): NamedRow[] {
  const sides = new Map(entries.map(({ line, side }) => [line, side]))
  return shape.entries.flatMap(({ line }, row) => {
    const [from, to] = [payer.cells[row] ?? '', payee.cells[row] ?? '']
    const side = sides.get(line)
    if (from === '' || to === '' || side === undefined || plainText(from) === plainText(to)) return []
    return [side === 'debit' ? { own: from, other: to } : { own: to, other: from }]
  })
}

/** Names that each row has on either side. */
function namesOfAll(rows: readonly NamedRow[]): string[] {
  const [first] = rows
  if (first === undefined) return []
  const has = ({ own, other }: NamedRow, name: string) =>
    plainText(own) === plainText(name) || plainText(other) === plainText(name)
  return [first.own, first.other].filter(name => rows.every(row => has(row, name)))
}
