import { describe, expect, it } from 'vitest'
import { cleanText, textLengthMax } from '../../src/mcp/cleanText.ts'

describe('cleanText', () => {
  it.each([
    ['Müller & Söhne – 株式会社 😀', 'Müller & Söhne – 株式会社 😀'],
    ['a\nb\r\n\tc', 'a b c'],
    ['in\u200bvi\u00adsi\u{e0041}ble\ufe0f\u{e0100}', 'invisible'],
    ['\u202eabc\u202c\u2066d\u2069', 'abcd'],
    ['\u001b[31mred\u0007', '[31mred'],
    ['half \ud83d of a pair', 'half  of a pair'],
    ['', ''],
  ])('%j becomes %j', (text, expected) => {
    expect(cleanText(text)).toBe(expected)
  })

  it('a text of 200 characters is whole, a longer one is cut and says so; half of a pair never remains', () => {
    expect(cleanText('😀'.repeat(textLengthMax))).toBe('😀'.repeat(textLengthMax))
    expect(cleanText('😀'.repeat(textLengthMax + 1))).toBe(`${'😀'.repeat(textLengthMax - 1)}…`)
    expect(cleanText('x'.repeat(1_000_000))).toBe(`${'x'.repeat(textLengthMax - 1)}…`)
  })

  it('characters that are removed do not count', () => {
    expect(cleanText(`${'\u200b'.repeat(1000)}text`)).toBe('text')
  })
})
