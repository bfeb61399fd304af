import { expect, it } from 'vitest'
import { knownLocales } from '../../../console/src/format/locale.ts'

it('languages that Intl does not know are left out, in the order of the others', () => {
  expect(knownLocales(['en-US@posix', 'de-DE', '', 'en', 'C'])).toEqual(['de-DE', 'en'])
  expect(new Intl.NumberFormat(knownLocales(['en-US@posix'])).format(1)).toBe('1')
})
