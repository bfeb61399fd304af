/** Whether an entry and a transaction, one of which is still pending, may be the same. */
import { bothWithoutDetails, contradict, likeness } from '../../domain/sameEntry.ts'
import { type Incoming, type Known, slotOf } from './knownEntries.ts'

/** A pending entry is booked from a few days before to some weeks after its date. */
export const daysBeforePending = 5
export const daysAfterPending = 45

/** The last day of a statement or report, and the day to assume if it has none. */
export interface ReportDay {
  said: string | null
  taken: string
}

/** The amounts must be equal, the days close, and some details alike. */
export function isPendingLike({ entry }: Incoming, known: Known, day: ReportDay): boolean {
  const sameMoney = withoutDay(slotOf(entry)) === withoutDay(known.slot)
  if (!sameMoney || contradict(entry, known.details)) return false
  if (likeness(entry, known.details) === 0 && !bothWithoutDetails(entry, known.details)) return false
  return areDaysClose({ entry }, known, day)
}

/** What payers and banks write in place of an end-to-end id. The readers leave out NOTPROVIDED and its like. */
const placeholderId =
  /^(?:[\W_0]*|not?[ _-]?(?:provided|available|given)|n\/?a|nil|null|none?|unknown|unbekannt)$/i

export const isTellingId = (id: string | null): boolean => id !== null && !placeholderId.test(id)

/** The same direction, currency and end-to-end id, close days, and nothing that contradicts; the amount may differ. */
export const isSamePayment = (incoming: Incoming, known: Known, day: ReportDay): boolean =>
  directionOf(slotOf(incoming.entry)) === directionOf(known.slot) &&
  !contradict(incoming.entry, known.details) &&
  // Without a date of the pending one, the id has to do.
  ((known.pending && known.valueDate === null) || areDaysClose(incoming, known, day))

function areDaysClose({ entry }: Pick<Incoming, 'entry'>, known: Known, { said, taken }: ReportDay): boolean {
  if (entry.status === 'pending' && known.pending) return true
  const pendingDay = (known.pending ? known.valueDate : entry.valueDate) ?? taken
  const bookedDay = (known.pending ? entry.bookingDate : known.bookingDate) ?? taken
  // An entry booked before the report was made is not pending in it. It is a similar one, such as the next
  // day's coffee.
  if (!known.pending && said !== null && bookedDay < said) return false
  const days = dayNumber(bookedDay) - dayNumber(pendingDay)
  return days >= -daysBeforePending && days <= daysAfterPending
}

const withoutDay = (slot: string): string => slot.slice(0, slot.lastIndexOf(' '))
/** Side and currency. */
const directionOf = (slot: string): string => slot.split(' ', 2).join(' ')

const dayMs = 86_400_000
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs

export const dayPlus = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
