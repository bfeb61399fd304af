/** Reads the rows of a table with a possible mapping, to see whether the table proves it. */
import type { Entry } from '../../../statement.ts'
import type { CsvLayout, Row } from '../../csvLayout.ts'
import { sidesOfRows } from '../../rowSides.ts'
import { type BalancedRow, RunningBalance } from '../../runningBalance.ts'
import { Sections } from '../../sections.ts'
import { noContext, readRow } from '../../tableRow.ts'
import { Years } from '../../years.ts'
import { directionIn } from './sides/directionWords.ts'

export interface Trial {
  entries: Entry[]
  unreadable: number
  /** Reasons of the first rows that cannot be read. */
  reasons: string[]
  /** How many balances follow from the one before, of how many that could be compared. */
  agreeing: number
  compared: number
  /** They follow in the order of the file; otherwise only in that of the days. */
  isInOrder: boolean
  /** The days of the entries say which one comes first. */
  hasDays: boolean
  credits: number
  debits: number
  /** Entries whose text says the same direction, of money in and of money out, and those that say the other. */
  saidIn: number
  saidOut: number
  denied: number
}

const anyYear = 2000

export function tryLayout(rows: readonly Row[], layout: CsvLayout, preamble: readonly Row[] = []): Trial {
  const trial: Trial = {
    entries: [],
    unreadable: 0,
    reasons: [],
    agreeing: 0,
    compared: 0,
    isInOrder: true,
    hasDays: false,
    credits: 0,
    debits: 0,
    saidIn: 0,
    saidOut: 0,
    denied: 0,
  }
  const sides = sidesOfRows(rows, layout)
  const balanced = new Map<string, BalancedRow[]>()
  const sections = new Sections(layout, preamble.at(-1))
  // Any year shows what the rows prove.
  const years = new Years({ year: anyYear, ...layout }, preamble)
  let dateAbove: string | null = null
  let isBelowTotals = false
  for (const row of rows) {
    if (sections.startsPending(row)) continue
    const isPending = sections.isPending
    const side = sides?.get(row.line) ?? null
    const context = { ...noContext, dateAbove, isBelowTotals, isPending, near: years.near(), side }
    const { kind, entries, balance, account, problems, namesTotals = false } = readRow(row, layout, context)
    isBelowTotals = namesTotals
    const [entry] = entries
    if (kind === 'unreadable') {
      trial.unreadable += 1
      trial.reasons.push(
        ...problems.slice(0, 1).map(({ line, at, reason }) => `line ${line}, ${at}: ${reason}`),
      )
    }
    if (entry === undefined) continue
    dateAbove = entry.bookingDate ?? dateAbove
    years.note(dateAbove)
    trial.entries.push(...entries)
    count(trial, entry, row)
    if (layout.columns.balance === undefined || entry.status === 'pending') continue
    const key = JSON.stringify([account.iban, account.otherId, entry.currency])
    const changes = entries.map(({ amount, side }) => ({ amount, negative: side === 'debit' }))
    const known = balanced.get(key) ?? []
    balanced.set(key, known)
    known.push({ changes, balance, day: entry.bookingDate, line: row.line })
  }
  for (const each of balanced.values()) countBalances(trial, each)
  trial.hasDays = new Set(trial.entries.map(({ bookingDate }) => bookingDate)).size > 1
  return trial
}

/** Some banks list the newest day first, and the entries of a day from the first to the last. */
function countBalances(trial: Trial, rows: readonly BalancedRow[]): void {
  const byDay = (list: readonly BalancedRow[]) =>
    [...list].sort((one, other) => (one.day ?? '').localeCompare(other.day ?? ''))
  const inOrder = followed(rows)
  const orders = [inOrder, followed(byDay(rows)), followed(byDay([...rows].reverse()))]
  const best = orders.reduce((one, other) => (other.agreeing > one.agreeing ? other : one))
  trial.agreeing += best.agreeing
  trial.compared += best.compared
  if (best !== inOrder) trial.isInOrder = false
}

function followed(rows: readonly BalancedRow[]): { agreeing: number; compared: number } {
  const running = new RunningBalance()
  for (const row of rows) running.add(row)
  const { agreeing = 0, compared = 0 } = running.result() ?? {}
  return { agreeing, compared }
}

const textLengthMax = 200

/** The same row is tried with many layouts. */
const directions = new WeakMap<readonly string[], 'in' | 'out' | 'unknown'>()

function directionOf(cells: readonly string[]): 'in' | 'out' | null {
  const known = directions.get(cells)
  if (known !== undefined) return known === 'unknown' ? null : known
  const text = cells.filter(cell => /\p{L}{3}/u.test(cell)).map(cell => cell.slice(0, textLengthMax))
  const direction = directionIn(text.join(' ; '))
  directions.set(cells, direction ?? 'unknown')
  return direction
}

function count(trial: Trial, { side, amount }: Entry, { cells }: Row): void {
  if (!/[1-9]/.test(amount)) return
  if (side === 'credit') trial.credits += 1
  else trial.debits += 1
  const direction = directionOf(cells)
  if (direction === null) return
  if ((direction === 'in') !== (side === 'credit')) trial.denied += 1
  else if (direction === 'in') trial.saidIn += 1
  else trial.saidOut += 1
}

/** All balances follow, and at least one could be compared. */
export const isProven = ({ agreeing, compared }: Trial): boolean => compared > 0 && agreeing === compared

/** Most balances follow: the rest may be missing or unsorted rows. Equal sums by chance are unlikely. */
export const isLikely = ({ agreeing, compared }: Trial): boolean =>
  agreeing > 0 && agreeing * 5 >= compared * 3

const agreeingMin = 3
const mostShare = 0.8

/** The balances show the side of all rows but the oldest, or of most if some are missing, and not all go one way. */
export function isProvenBySides(trial: Trial): boolean {
  const { agreeing, compared, unreadable, entries, credits, debits } = trial
  if (credits === 0 || debits === 0) return false
  if (isProven(trial) && unreadable <= 1) return true
  const isMost = unreadable <= (entries.length + unreadable) * (1 - mostShare)
  return agreeing >= agreeingMin && agreeing >= compared * mostShare && isMost
}
