import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ibanWithCheckDigits, parseIban } from '../../src/domain/money/iban.ts'
import { bbanKinds, bbanStructures } from '../../src/domain/money/ibanRegistry.ts'
import { anyCodePoint } from '../support/texts/anyCodePoint.ts'

// The registry's own example for each of its countries.
const examples = `
  AD1200012030200359100100 AE070331234567890123456 AL47212110090000000235698741 AT611904300234573201
  AZ21NABZ00000000137010001944 BA391290079401028494 BE68539007547034 BG80BNBG96611020345678
  BH67BMAG00001299123456 BI4210000100010000332045181 BR6699999A03000010009795493C1
  BY13NBRB3600900000002Z00AB00 CH9300762011623852957 CR05015202001026284066 CY17002001280000001200527600
  CZ6508000000192000145399 DE89370400440532013000 DJ2100010000000154000100186 DK5000400440116243
  DO28BAGR00000001212453611324 EE382200221020145685 EG380019000500000000263180002 ES9121000418450200051332
  FI2112345600000785 FK88SC123456789012 FO6264600001631634 FR1420041010050500013M02606
  GB29NWBK60161331926819 GE29NB0000000101904917 GI75NWBK000000007099453 GL8964710001000206
  GR1601101250000000012300695 GT82TRAJ01020000001210029690 HN88CABF00000000000250005469
  HR1210010051863000160 HU42117730161111101800000000 IE29AIBK93115212345678 IL620108000000099999999
  IQ98NBIQ850123456789012 IS140159260076545510730339 IT60X0542811101000000123456
  JO94CBJO0010000000000131000302 KW81CBKU0000000000001234560101 KZ86125KZT5004100100
  LB62099900000001001901229114 LC55HEMM000100010012001200023015 LI21088100002324013AA LT121000011101001000
  LU280019400644750000 LV80BANK0000435195001 LY83002048000020100120361 MC5811222000010123456789030
  MD24AG000225100013104168 ME25505000012345678951 MK07250120000058984 MN121234123456789123
  MR1300020001010000123456753 MT84MALT011000012345MTLCAST001S MU17BOMM0101101030300200000MUR
  NI45BAPR00000013000003558124 NL91ABNA0417164300 NO9386011117947 OM810180000001299123456
  PK36SCBL0000001123456702 PL61109010140000071219812874 PS92PALS000000000400123456702
  PT50000201231234567890154 QA58DOHB00001234567890ABCDEFG RO49AAAA1B31007593840000 RS35260005601001611379
  RU0304452522540817810538091310419 SA0380000000608010167519 SC18SSCB11010000000000001497USD
  SD2129010501234001 SE4550000000058398257466 SI56263300012039086 SK3112000000198742637541
  SM86U0322509800000000270100 SO211000001001000100141 ST23000100010051845310146
  SV62CENR00000000000000700025 TL380080012345678910157 TN5910006035183598478831 TR330006100519786457841326
  UA213223130000026007233566001 VA59001123000012345678 VG96VPVG0000012345678901 XK051212012345678906
  YE15CBYE0001018861234567891234
`
  .trim()
  .split(/\s+/)

const digits = '0123456789'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const alphabets = { n: digits, a: letters, c: digits + letters }

const anyIban = fc
  .constantFrom(...Object.keys(bbanStructures))
  .chain(country =>
    fc
      .tuple(...(bbanKinds(country) ?? []).map(kind => fc.constantFrom(...alphabets[kind])))
      .map(characters => ibanWithCheckDigits(country, characters.join(''))),
  )

// fast-check treats a property that returns false as failed, so the result of an expectation is dropped.
function holds<T>(values: fc.Arbitrary<T>, check: (value: T) => void): void {
  fc.assert(fc.property(values, value => void check(value)))
}

const accepted = (text: string) => parseIban(text).ok

function reasonFor(text: string): string {
  const result = parseIban(text)
  return result.ok ? 'accepted' : result.reason
}

/** Every IBAN with one digit replaced by another digit, or one letter by another letter. */
function substitutions(iban: string): string[] {
  return Array.from(iban).flatMap((character, index) =>
    Array.from(digits.includes(character) ? digits : letters)
      .filter(other => other !== character)
      .map(other => iban.slice(0, index) + other + iban.slice(index + 1)),
  )
}

/** Every IBAN with two different neighbours swapped, except the swaps that mod 97 cannot detect. */
function transpositions(iban: string): string[] {
  return Array.from(iban.slice(1), (second, index) => [iban.charAt(index), second, index] as const)
    .filter(([first, second]) => first !== second && !/^(1B|B1|2M|M2|3X|X3)$/.test(first + second))
    .map(([first, second, index]) => iban.slice(0, index) + second + first + iban.slice(index + 2))
}

describe('accepts', () => {
  test("the registry's example for each of its 89 countries", () => {
    expect(examples.map(iban => iban.slice(0, 2))).toEqual(Object.keys(bbanStructures))
    expect(examples).toHaveLength(89)
    for (const iban of examples) expect(parseIban(iban)).toEqual({ ok: true, iban })
  })

  test('only structures in the notation of the registry', () => {
    for (const structure of Object.values(bbanStructures)) expect(structure).toMatch(/^(\d+![nac])+$/)
  })

  test('every IBAN completed with check digits, whatever its BBAN', () => {
    holds(anyIban, iban => expect(parseIban(iban)).toEqual({ ok: true, iban }))
    for (const iban of examples) expect(ibanWithCheckDigits(iban.slice(0, 2), iban.slice(4))).toBe(iban)
  })

  test('check digits from 02 to 98', () => {
    const found = Array.from({ length: 97 }, (_, account) =>
      ibanWithCheckDigits('DE', `37040044${String(account).padStart(10, '0')}`).slice(2, 4),
    ).sort()
    expect([found[0], found[96]]).toEqual(['02', '98'])
  })

  test.each([
    'GB29 NWBK 6016 1331 9268 19',
    'gb29nwbk60161331926819',
    '  gB29-nWbK-6016-1331-9268-19\r\n',
    'GB29.NWBK.6016.1331.9268.19.',
    'GB29\u00a0NWBK\u202f6016\u20091331\u30009268\t19',
    '\ufeffGB29\u200bNWBK\u20606016\u00851331\u20289268\u00ad19',
    'GB29\u2010NWBK\u20116016\u20121331\u2013\u20149268\u2015\u221219',
  ])('any formatting and case, and removes both: %j', text => {
    expect(parseIban(text)).toEqual({ ok: true, iban: 'GB29NWBK60161331926819' })
  })

  test('formatting in any place', () => {
    const between = fc.string({
      unit: fc.constantFrom(' ', '\u00a0', '\u202f', '\u200b', '-', '\u2011', '.'),
    })
    const spread = anyIban.chain(iban =>
      fc
        .tuple(...Array.from(iban.toLowerCase(), character => between.map(gap => gap + character)))
        .map(parts => ({ iban, text: parts.join('') })),
    )
    holds(spread, ({ iban, text }) => expect(parseIban(text)).toEqual({ ok: true, iban }))
  })
})

describe('rejects', () => {
  test.each([
    ['', 'The IBAN is empty.'],
    [' -.\u00a0', 'The IBAN is empty.'],
    [
      'DE89 3704/0044',
      /only the letters A to Z and the digits 0 to 9; this one also contains "\/" \(U\+002F\)\.$/,
    ],
    ['DE89\u0000', /this one also contains U\+0000\.$/],
    ['DE89\ud800', /this one also contains U\+D800\.$/],
    ['89DE370400440532013000', /starts with a two-letter country code/],
    ['D', /starts with a two-letter country code/],
    ['US64SVBKUS6S3300958879', 'No IBAN starts with US: that code is not in the IBAN registry.'],
    ['DE', 'An IBAN for DE has 22 characters; this one has 2.'],
    ['DE89 3704 0044 0532 0130 0', 'An IBAN for DE has 22 characters; this one has 21.'],
    ['DE8937O400440532013000', 'In an IBAN for DE, character 7 must be a digit; this one has "O".'],
    ['GB29NW8K60161331926819', 'In an IBAN for GB, character 7 must be a letter; this one has "8".'],
    ['DEXX370400440532013000', /are check digits from 02 to 98; this one has "XX"\.$/],
    ['DE88370400440532013000', /^The check digits do not match the rest of the IBAN/],
  ])('%j with a reason people can act on', (text, reason) => {
    expect(reasonFor(text)).toMatch(reason)
  })

  test('an IBAN that is one character too short or too long', () => {
    for (const iban of examples) {
      const expected = `An IBAN for ${iban.slice(0, 2)} has ${iban.length} characters; this one has `
      expect(reasonFor(iban.slice(0, -1))).toBe(`${expected}${iban.length - 1}.`)
      expect(reasonFor(`${iban}0`)).toBe(`${expected}${iban.length + 1}.`)
    }
  })

  test('a letter in place of a digit, and a digit in place of a letter', () => {
    for (const iban of examples) {
      const country = iban.slice(0, 2)
      for (const [index, kind] of (bbanKinds(country) ?? []).entries()) {
        const bban = iban.slice(4)
        const wrong = bban.slice(0, index) + (kind === 'n' ? 'Q' : '7') + bban.slice(index + 1)
        const reason = reasonFor(ibanWithCheckDigits(country, wrong))
        if (kind === 'c') expect(reason).toBe('accepted')
        else
          expect(reason).toContain(`character ${5 + index} must be ${kind === 'n' ? 'a digit' : 'a letter'};`)
      }
    }
  })

  test('check digits 00, 01 and 99, although they pass mod 97', () => {
    const bbans = Array.from({ length: 97 }, (_, account) => `37040044${String(account).padStart(10, '0')}`)
    for (const [right, twin] of [
      ['97', '00'],
      ['98', '01'],
      ['02', '99'],
    ] as const) {
      const bban = bbans.find(candidate => ibanWithCheckDigits('DE', candidate).startsWith(`DE${right}`))
      expect(accepted(`DE${right}${bban}`)).toBe(true)
      expect(reasonFor(`DE${twin}${bban}`)).toContain('from 02 to 98')
    }
  })

  test('every substitution of a single character', () => {
    expect(examples.flatMap(substitutions).filter(accepted)).toEqual([])
    holds(anyIban, iban => expect(substitutions(iban).filter(accepted)).toEqual([]))
  })

  test('every transposition of two neighbours', () => {
    expect(examples.flatMap(transpositions).filter(accepted)).toEqual([])
    holds(anyIban, iban => expect(transpositions(iban).filter(accepted)).toEqual([]))
  })

  test('all transpositions but three: B counts as 11, so mod 97 cannot tell 1B from B1', () => {
    for (const [pair, swapped] of [
      ['1B', 'B1'],
      ['2M', 'M2'],
      ['3X', 'X3'],
    ] as const) {
      const iban = ibanWithCheckDigits('RO', `AAAA${pair}31007593840000`)
      expect(parseIban(iban.replace(pair, swapped))).toMatchObject({ ok: true })
    }
  })

  test.each([
    ['a dotless i', 'Gı75NWBK000000007099453'],
    ['a dotted capital I', 'Gİ75NWBK000000007099453'],
    ['a long s', 'ſE4550000000058398257466'],
    ['a Kelvin sign', 'GB29NWB\u212a60161331926819'],
    ['a Cyrillic A', 'NL91\u0410BNA0417164300'],
    ['fullwidth digits', 'NO９３８６０１１１１７９４７'],
    ['fullwidth letters', 'ＮＯ9386011117947'],
    ['Arabic digits', 'NO938601111794\u0667'],
    ['a sharp s', 'RO49AAAA1B3100759384ß00'],
  ])('%s, which looks or upper-cases like a valid character', (_, text) => {
    expect(reasonFor(text)).toMatch(/only the letters A to Z and the digits 0 to 9/)
  })

  test('countries and territories that are not in the registry, although some tables list them', () => {
    const countries = 'US AA XX ZZ AO BF BJ CF CG CI CM CV DZ GA GQ GW IR KM MA MG ML MZ NE SN TD TG'
    const territories = 'AX BL GF GG GP IM JE MF MQ NC PF PM RE TF WF YT'
    for (const code of `${countries} ${territories}`.split(' ')) {
      const reason = `No IBAN starts with ${code}: that code is not in the IBAN registry.`
      for (const length of [14, 18, 20, 21, 22, 23, 24]) {
        expect(reasonFor(ibanWithCheckDigits(code, '1'.repeat(length)))).toBe(reason)
      }
    }
  })

  test('without ever throwing, and everything accepted is in normal form', () => {
    const codeUnits = fc.array(fc.nat({ max: 0xffff })).map(units => String.fromCharCode(...units))
    const near = anyIban.chain(iban => fc.string({ unit: anyCodePoint }).map(tail => iban + tail))
    holds(fc.oneof(fc.string({ unit: anyCodePoint }), codeUnits, near), text => {
      const result = parseIban(text)
      if (result.ok) expect(parseIban(result.iban)).toEqual(result)
      else expect(result.reason.isWellFormed() && result.reason.endsWith('.')).toBe(true)
    })
  })
})
