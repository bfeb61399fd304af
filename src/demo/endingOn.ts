/**
 * Moves the demo so that its last day is the given one. Everything keeps its distance from the last day, so the demo is
 * the same for a given day. Months in texts ("Group loan 05/2025") move too; ids stay.
 */
import type { WorkspaceFile } from '../contract/workspaceFile.ts'
import { dateOf, dayOf, instantOf, lastDay } from './calendarDays.ts'

const dayMs = 24 * 60 * 60 * 1000
/** What happens on the last day happens in its first minute, so that nothing is in the future. */
const lastDayShrink = 24 * 60

export function endingOn<File extends WorkspaceFile>(file: File, today: string): File {
  const days = dayOf(today) - lastDay
  const lastDayMs = (lastDay + days) * dayMs
  const movedInstant = (text: string) => {
    const ms = Date.parse(text) + days * dayMs
    return instantOf(ms < lastDayMs ? ms : lastDayMs + Math.trunc((ms - lastDayMs) / lastDayShrink))
  }
  const movedText = (text: string): string => {
    if (instantPattern.test(text)) return movedInstant(text)
    if (dayPattern.test(text)) return dateOf(dayOf(text) + days)
    return text.replace(monthPattern, (_, month: string, year: string) => {
      const moved = dateOf(dayOf(`${year}-${month}-15`) + days)
      return `${moved.slice(5, 7)}/${moved.slice(0, 4)}`
    })
  }
  const moved = (value: unknown): unknown => {
    if (typeof value === 'string') return movedText(value)
    if (Array.isArray(value)) return value.map(moved)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, moved(each)]))
  }
  return moved(file) as File
}

const instantPattern = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/
const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const monthPattern = /\b(0[1-9]|1[0-2])\/(20\d{2})\b/g
