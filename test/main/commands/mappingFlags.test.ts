/** Options of the command line that correct the guessed mapping of a table. */
import { expect, test } from 'vitest'
import { type CsvMapping, csvMapping } from '../../../src/contract/console/csvMapping.ts'
import { correctionsIn, type MappingFlags } from '../../../src/main/commands/mappingFlags.ts'

const guessed: CsvMapping = {
  delimiter: ',',
  encoding: 'utf-8',
  header: ['Date', 'Description', 'Amount', 'Fee', 'Tax on fee'],
  dateFormat: 'DD/MM',
  decimal: '.',
  columns: { bookingDate: 0, description: 1, amount: 2, fee: 3 },
  currency: 'EUR',
}

test.each<[MappingFlags, Partial<CsvMapping>]>([
  [{ amounts: 'minor' }, { amounts: 'minor' }],
  [{ unbooked: 'booked' }, { unbooked: 'booked' }],
  [{ year: '2026' }, { year: 2026 }],
  [{ fees: 'opposite' }, { fees: 'opposite' }],
  [{ surplus: 'Description' }, { surplus: 1 }],
  [{ surplus: '1' }, { surplus: 1 }],
  [{ surplus: 'refused' }, { surplus: 'refused' }],
  [{ surplus: 'decimals' }, { surplus: 'decimals' }],
  [{ width: '5' }, { width: 5 }],
  [{ dates: 'unix' }, { dateFormat: 'unix' }],
  [{ 'other-dates': 'mm/dd/yyyy' }, { otherDates: 'MM/DD/YYYY' }],
  [{ decimal: 'both' }, { decimal: 'both' }],
  [{ decimal: 'both-thousands' }, { decimal: 'both-thousands' }],
  [{ dates: 'Day number' }, { dateFormat: 'day number' }],
  [{ columns: 'fee=Fee+Tax on fee' }, { columns: { ...guessed.columns, fee: [3, 4] } }],
])('%j corrects the guess', (flags, expected) => {
  const corrected = correctionsIn(flags)?.(guessed)
  expect(corrected).toEqual({ ...guessed, ...expected })
  expect(csvMapping.safeParse(corrected).success).toBe(true)
})

test.each<[MappingFlags, RegExp]>([
  [{ amounts: 'cents' }, /--amounts cents is not known. It is one of: major minor/],
  [{ unbooked: 'maybe' }, /It is one of: pending booked/],
  [{ decimal: 'point' }, /--decimal point is not known. It is one of: , . both both-thousands/],
  [{ 'other-dates': 'DD/MM' }, /--other-dates DD\/MM is not known/],
  [{ year: '26' }, /--year 26 is not a year/],
  [{ width: '1' }, /--width 1 is not a number of columns/],
  [{ surplus: 'Text' }, /--surplus names the column "Text", which the file does not have/],
])('%j is a mistake that is named', (flags, message) => {
  expect(() => correctionsIn(flags)?.(guessed)).toThrow(message)
})

test('a mapping that was stored before these settings is still valid', () => {
  expect(csvMapping.safeParse({ ...guessed, dateFormat: 'DD/MM/YYYY' }).success).toBe(true)
})
