/** What the form of a table's mapping makes of a choice. */
import { expect, test } from 'vitest'
import { type CsvDraft, meant } from '../../../console/src/pages/imports/csv/csvDraft.ts'
import { joinedColumnNames } from '../../../src/contract/console/csvMapping.ts'

const chosen = (first: CsvDraft['meanings'][number]) => {
  const draft = { meanings: [first, ''] } as unknown as CsvDraft
  return meant(draft, 1, first).meanings
}

test.each(joinedColumnNames)('%s may be chosen for a second column', name => {
  expect(chosen(name)).toEqual([name, name])
})

test.each(['amount', 'bookingDate', 'currency'] as const)('%s moves to the column chosen last', name => {
  expect(chosen(name)).toEqual(['', name])
})
