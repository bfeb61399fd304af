import { describe, expect, it } from 'vitest'
import {
  type CategoryFacts,
  firstFitting,
  hasCondition,
  noConditions,
  preparedRules,
  type RuleConditions,
} from '../../src/domain/categoryRules.ts'
import { compareDecimals } from '../../src/domain/money/compareDecimals.ts'

const facts: CategoryFacts = {
  companyId: 'com_1',
  counterpartyName: 'Papierwerk Süd AG',
  counterpartyIban: 'DE75512108001245126199',
  merchantName: 'Café  Größe',
  description: 'SEPA Überweisung, current account',
  reference: 'RE-2026/0117 Miete',
  type: 'SepaCredit',
  side: 'debit',
  amount: '10.00',
  currency: 'EUR',
}

const fits = (rule: Partial<RuleConditions>, given: Partial<CategoryFacts> = {}): boolean =>
  firstFitting(preparedRules([{ ...noConditions, ...rule }]), { ...facts, ...given }) !== null

describe('a rule', () => {
  it.each<[Partial<RuleConditions>, boolean]>([
    [{ counterparty: 'papierwerk' }, true],
    [{ counterparty: 'PAPIERWERK SUD' }, true],
    [{ counterparty: 'papierwerk   süd' }, true],
    [{ counterparty: 'werk' }, true],
    [{ counterparty: 'ag' }, true],
    [{ counterparty: 'cafe grosse' }, true],
    [{ counterparty: 'CAFÉ GRÖSSE' }, true],
    [{ counterparty: 'AG Café' }, false],
    [{ counterparty: 'Papierwerk Nord' }, false],
    [{ counterparty: 'de75 5121 0800 1245 1261 99' }, true],
    [{ counterparty: 'DE75512108001245126199' }, true],
    [{ counterparty: 'DE7551210800' }, false],
    [{ counterparty: '´' }, false],
    [{ counterparty: 'Miete' }, false],
  ])('with %j matches by name, merchant or IBAN of the counterparty only: %s', (rule, expected) => {
    expect(fits(rule)).toBe(expected)
  })

  it.each<[string, boolean]>([
    ['miete', true],
    ['uberweisung', true],
    ['MIETE sepa', true],
    ['0117 account', true],
    ['RE-2026', true],
    ['re 2026', true],
    ['rent', false],
    ['miet', false],
    ['miete kaution', false],
    ['papierwerk', false],
    ['+', false],
  ])(
    'with the words "%s" matches if description and reference contain all of them as whole words: %s',
    (words, expected) => {
      expect(fits({ words })).toBe(expected)
    },
  )

  it('matches the same letters however they are written', () => {
    const name = 'Ørsted Łódź ΟΔΟΣ Straße Zoë'
    for (const spelled of [name.toLowerCase(), name.normalize('NFD'), 'ORSTED LODZ οδος STRASSE ZOE']) {
      expect(fits({ counterparty: spelled }, { counterpartyName: name }), spelled).toBe(true)
      expect(fits({ counterparty: name }, { merchantName: spelled }), spelled).toBe(true)
      expect(fits({ words: spelled }, { reference: name }), spelled).toBe(true)
    }
  })

  it.each<[Partial<RuleConditions>, boolean]>([
    [{ type: 'SepaCredit' }, true],
    [{ type: 'Card' }, false],
    [{ side: 'debit' }, true],
    [{ side: 'credit' }, false],
    [{ companyId: 'com_1' }, true],
    [{ companyId: 'com_2' }, false],
    [{ currency: 'EUR' }, true],
    [{ currency: 'CHF' }, false],
    [{ amountMin: '10' }, true],
    [{ amountMin: '10.000' }, true],
    [{ amountMin: '10.0000000000000000000001' }, false],
    [{ amountMin: '9.99' }, true],
    [{ amountMax: '10.0' }, true],
    [{ amountMax: '9.9999999999999999999999' }, false],
    [{ amountMin: '9', amountMax: '100' }, true],
    [{ type: 'SepaCredit', side: 'credit' }, false],
    [{ counterparty: 'Papierwerk', words: 'Miete', currency: 'EUR', amountMax: '10' }, true],
    [{ counterparty: 'Papierwerk', words: 'Kaution' }, false],
    [{ counterparty: 'Nordwerk', words: 'Miete' }, false],
  ])('with %j matches only if every condition does: %s', (rule, expected) => {
    expect(fits(rule)).toBe(expected)
  })

  it('does not match a transaction that lacks what it asks for', () => {
    const empty: Partial<CategoryFacts> = {
      counterpartyName: null,
      counterpartyIban: null,
      merchantName: null,
      description: null,
      reference: null,
      type: null,
      side: null,
    }
    for (const rule of [
      { counterparty: 'a' },
      { words: 'a' },
      { type: 'Card' },
      { side: 'debit' },
    ] as const) {
      expect(fits(rule, empty)).toBe(false)
    }
  })

  it('without conditions matches nothing', () => {
    expect(hasCondition(noConditions)).toBe(false)
    expect(fits({})).toBe(false)
  })
})

describe('among several rules', () => {
  const named = (name: string, rule: Partial<RuleConditions>) => ({ ...noConditions, ...rule, name })
  const [byType, byWord, byName, byIban] = [
    named('type', { type: 'SepaCredit' }),
    named('word', { words: 'Miete' }),
    named('name', { counterparty: 'Papierwerk' }),
    named('iban', { counterparty: 'DE75512108001245126199' }),
  ]

  it.each([
    [[byType, byWord, byName, byIban]],
    [[byWord, byName, byIban, byType]],
    [[byName, byIban, byType, byWord]],
    [[byIban, byType, byWord, byName]],
  ])('the first match wins, whatever its conditions', rules => {
    const passedOver = [
      named('no', { words: 'Kaution' }),
      named('no', { side: 'credit' }),
      named('no', { counterparty: 'Papst' }),
    ]
    expect(firstFitting(preparedRules([...passedOver, ...rules]), facts)?.name).toBe(rules[0]?.name)
  })

  it('none wins if none matches', () => {
    expect(firstFitting(preparedRules([named('no', { side: 'credit' })]), facts)).toBeNull()
    expect(firstFitting(preparedRules([]), facts)).toBeNull()
  })
})

describe('decimals', () => {
  it.each([
    ['1', '2', -1],
    ['10', '9', 1],
    ['10.00', '10', 0],
    ['0.1', '0.10', 0],
    ['0.3', '0.30000000000000004', -1],
    ['99999999999999999999.01', '99999999999999999999.02', -1],
    ['007', '7', 0],
    ['-1', '1', -1],
    ['-2', '-10', 1],
    ['-0.00', '0', 0],
    ['0', '-0.01', 1],
  ])('%s and %s compare exactly', (a, b, expected) => {
    expect(Math.sign(compareDecimals(a, b))).toBe(expected)
    expect(Math.sign(compareDecimals(b, a))).toBe(expected === 0 ? 0 : -expected)
  })
})
