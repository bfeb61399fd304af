import { expect, test } from 'vitest'
import { remembered } from '../../../src/import/statements/csv/cells/remembered.ts'

function counted() {
  const asked: string[] = []
  const upper = remembered(text => {
    asked.push(text)
    return text === '' ? undefined : text.toUpperCase()
  })
  return { upper, asked }
}

test('a text is read once, whatever is made of it', () => {
  const { upper, asked } = counted()
  expect([upper('a'), upper('b'), upper(''), upper('a'), upper('')]).toEqual([
    'A',
    'B',
    undefined,
    'A',
    undefined,
  ])
  expect(asked).toEqual(['a', 'b', ''])
})

test('two functions do not share what they remember', () => {
  expect([remembered(text => text.length)('ab'), remembered(text => `${text}c`)('ab')]).toEqual([2, 'abc'])
})

test('long texts are not kept', () => {
  const { upper, asked } = counted()
  const long = 'x'.repeat(161)
  expect([upper(long), upper(long)]).toEqual([long.toUpperCase(), long.toUpperCase()])
  expect(asked).toHaveLength(2)
})

test('at most 5,000 texts are kept', () => {
  const { upper, asked } = counted()
  for (let at = 0; at < 5_001; at += 1) expect(upper(`text ${at}`)).toBe(`TEXT ${at}`)
  expect(upper('text 0')).toBe('TEXT 0')
  expect(upper('text 5000')).toBe('TEXT 5000')
  expect(asked).toHaveLength(5_002)
})
