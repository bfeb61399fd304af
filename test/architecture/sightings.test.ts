/** Sightings may still wait to be entered, so whatever reads them has to have them entered first. */
import { expect, test } from 'vitest'
import { files } from './sources.ts'

const readsSightings = /\b(?:from|join) sightings\b/

/** Before you add a file: does everything that calls it call `enterSightings` first, as imports and undos do? */
const known = [
  'store/imports/rowsOfImport.ts',
  'store/imports/sightings.ts',
  'store/imports/statements.ts',
  'store/imports/unsighted.ts',
  'store/matching/matchCandidates.ts',
  'store/matching/matchUndo.ts',
]

test('sightings are read only where they were entered before', () => {
  expect(files.filter(({ text }) => readsSightings.test(text)).map(({ path }) => path)).toEqual(known)
})
