/** Recognises a bank's table, and corrects the guess by what is known about that bank. */
import { plainText } from '../cells/plainText.ts'
import { bare, type ColumnName, type CsvLayout } from '../csvLayout.ts'
import type { CsvGuess, KnownOwner } from '../guess/guess.ts'
import type { TableShape } from '../guess/tableShape.ts'
import { repairedName } from '../header/headerRoles.ts'
import { englishPresets } from './english.ts'
import { germanPresets } from './german.ts'
import { nordicPresets } from './nordic.ts'
import type { Preset } from './preset.ts'
import { walletPresets } from './wallets.ts'
import { westernPresets } from './western.ts'

export const presets: readonly Preset[] = [
  ...germanPresets,
  ...westernPresets,
  ...englishPresets,
  ...nordicPresets,
  ...walletPresets,
]

/** The layout that has the most of the table's names; null if none is known. */
export function presetOf({ header, entries }: TableShape, layouts: readonly Preset[]): Preset | null {
  if (header === null) {
    return layouts.find(({ cells }) => cells && entries.every(row => fitsCells(row.cells, cells))) ?? null
  }
  const names = new Set(header.map(nameOf))
  const fitting = layouts.filter(preset => preset.names?.every(name => names.has(nameOf(name))))
  return fitting.sort((one, other) => (other.names?.length ?? 0) - (one.names?.length ?? 0))[0] ?? null
}

const nameOf = (name: string): string => plainText(repairedName(name)) || bare(name)

const fitsCells = (cells: readonly string[], patterns: readonly RegExp[]): boolean =>
  cells.length >= patterns.length && patterns.every((pattern, at) => pattern.test(bare(cells[at])))

/** The mapping with what the bank always does, and without the questions that this answers. */
export function withPreset(guess: CsvGuess, preset: Preset, owner: KnownOwner): CsvGuess {
  const { mapping, uncertain } = guess
  const { columns = {}, name } = preset
  const settings = settingsOf(preset, mapping)
  const isProven = mapping.columns.balance !== undefined && mapping.columns.side === undefined
  if (isProven && settings.sign !== undefined && settings.sign !== (mapping.sign ?? 'written')) {
    const reason = `the balances say that signs are ${mapping.sign ?? 'written'}, which is not usual at ${name}`
    return { ...guess, preset: name, uncertain: [...uncertain, { at: 'sign', reason }] }
  }
  const own = columnsIn(columns, mapping.header)
  const currency = currencyOf(guess, own, preset, owner)
  const settled = new Set<string>([...Object.keys(settings), ...Object.keys(own)])
  if (preset.cells) settled.add('header')
  if (own.amount !== undefined || own.credit !== undefined) {
    for (const name of ['amount', 'credit', 'debit', 'side']) settled.add(name)
  }
  if (own.credit !== undefined) settled.add('sign')
  if (own.accountIban !== undefined) settled.add('counterpartyIban')
  if (currency.isAsked) settled.delete('currency')
  const columnsAfter = merged(mapping, own)
  // What the bank does with its fees says nothing about those in a column that is not read.
  if (columnsAfter.fee === undefined) settled.delete('fees')
  return {
    ...guess,
    preset: name,
    mapping: {
      ...(own.credit === undefined ? mapping : withoutSign(mapping)),
      ...settings,
      columns: columnsAfter,
      currency: currency.code,
    },
    uncertain: uncertain.filter(({ at }) => !settled.has(at)),
  }
}

/** At a known bank, money out has a minus sign unless its layout says otherwise. */
function settingsOf(
  { settings }: Preset,
  { columns, otherDates }: CsvLayout,
): NonNullable<Preset['settings']> {
  const isSigned = columns.amount !== undefined && columns.side === undefined
  const { dateFormat, ...rest } = settings ?? {}
  // Dates of two kinds are not what the bank writes.
  const dates = dateFormat === undefined || otherDates !== undefined ? {} : { dateFormat }
  return { ...(isSigned && { sign: 'written' }), ...rest, ...dates }
}

/** Two columns need no signs. */
function withoutSign({ sign: _, ...mapping }: CsvLayout): CsvLayout {
  return mapping
}

/** A column of the table counts first, then the account that the user chose. */
function currencyOf(
  { mapping }: CsvGuess,
  own: CsvLayout['columns'],
  { settings }: Preset,
  owner: KnownOwner,
) {
  const hasColumn = mapping.columns.currency !== undefined || own.currency !== undefined
  const usual = settings?.currency ?? null
  if (hasColumn || usual === null)
    return { code: own.currency === undefined ? mapping.currency : null, isAsked: false }
  const isAsked = owner.currency !== null && owner.currency !== usual
  return { code: owner.currency ?? usual, isAsked }
}

/** Those that the table has. A later layout of the bank may lack some. */
function columnsIn(
  columns: NonNullable<Preset['columns']>,
  header: CsvLayout['header'],
): CsvLayout['columns'] {
  const names = header?.map(nameOf) ?? []
  const found: CsvLayout['columns'] = {}
  for (const [meaning, given] of Object.entries(columns) as [ColumnName, string | number][]) {
    const places = [given].flat().map(each => (typeof each === 'number' ? each : names.indexOf(nameOf(each))))
    const [first, ...rest] = places.filter(at => at !== -1)
    if (first !== undefined) found[meaning] = rest.length === 0 ? first : [first, ...rest]
  }
  return found
}

/** The given columns instead of guessed ones with the same meaning or the same place. */
function merged({ columns: guessed, header }: CsvLayout, own: CsvLayout['columns']): CsvLayout['columns'] {
  const taken = new Set(Object.values(own).flat())
  const replaced = new Set<string>(Object.keys(own))
  if (own.amount !== undefined) for (const name of ['credit', 'debit']) replaced.add(name)
  if (own.credit !== undefined) replaced.add('amount').add('side')
  const kept: CsvLayout['columns'] = {}
  for (const [name, at] of Object.entries(guessed) as [ColumnName, number | number[]][]) {
    const all = [at].flat()
    const left = all.filter(each => !taken.has(each))
    // Without names, texts that are joined are only a guess.
    const [first, ...rest] = header === null && left.length < all.length ? [] : left
    if (first !== undefined && !replaced.has(name)) kept[name] = rest.length === 0 ? first : [first, ...rest]
  }
  return { ...kept, ...own }
}
