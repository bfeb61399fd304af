/** The values of filters as text. They come from the URL, so they may be anything. */
import { formatDay, formatInstant } from '../../format/date.ts'

const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text))

export const dayText = (day: string): string => (isTime(`${day}T00:00:00Z`) ? formatDay(day) : day)
export const instantText = (instant: string): string => (isTime(instant) ? formatInstant(instant) : instant)

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** An instant in the reader's time zone, in the format of a datetime-local input. Empty if the text is not an instant. */
export function localTimeOf(instant: string | undefined): string {
  if (!instant || !isTime(instant)) return ''
  const at = new Date(instant)
  const day = [String(at.getFullYear()).padStart(4, '0'), at.getMonth() + 1, at.getDate()]
    .map(part => (typeof part === 'number' ? twoDigits(part) : part))
    .join('-')
  return `${day}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}
