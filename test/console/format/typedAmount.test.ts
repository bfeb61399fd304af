import { describe, expect, it } from 'vitest'
import { typedAmount } from '../../../console/src/format/typedAmount.ts'

describe('An amount that a person typed', () => {
  it.each([
    ['1249.90', '1249.90'],
    ['1249,9', '1249.9'],
    ['1.249,90', '1249.90'],
    ['1,249.90', '1249.90'],
    ["1'249.90", '1249.90'],
    [' 1 249,90 ', '1249.90'],
    ['1.234.567', '1234567'],
    ['1,250', '1250'],
    ['-1.250', '-1250'],
    ['0,125', '0.125'],
    [',5', '0.5'],
    ['12.', '12'],
    ['12', '12'],
  ])('%s is %s', (text, amount) => expect(typedAmount(text, 'EUR')).toBe(amount))

  it('may have three decimal places if its currency has', () => {
    expect(typedAmount('1,250', 'TND')).toBe('1.250')
    expect(typedAmount('1.250,500', 'kwd')).toBe('1250.500')
    expect(typedAmount('1,250')).toBe('1250')
  })

  it.each(['much', '1-2', '', '5 €'])('is left to the service otherwise: %s', text => {
    expect(typedAmount(text)).toBe(text.replaceAll(' ', ''))
  })
})
