/** TheThe output of an import. */
import { describe, expect, it } from 'vitest'
import { exitCodeOf } from '../../src/cli/exitCode.ts'
import { describeResult } from '../../src/cli/output.ts'
import { csvMapping } from '../../src/contract/console/csvMapping.ts'
import type { ImportedStatement, ImportReport } from '../../src/contract/console/imports.ts'
import { emptyReport } from '../../src/import/importRun.ts'
import { csvTextMapping } from '../import/statementTexts.ts'

const statement: ImportedStatement = {
  accountId: 'acc_1',
  account: 'DE02120300000000202051',
  accountCreated: false,
  bankId: 'S3',
  number: null,
  from: '2026-03-01',
  to: '2026-03-31',
  currency: 'EUR',
  opening: '100.00',
  closing: '115.50',
  entries: 16,
  added: 12,
  changed: 1,
  known: 3,
  check: 'adds_up',
  difference: null,
  remark: null,
}

type Change = Omit<Partial<ImportReport>, 'counts'> & { counts?: Partial<ImportReport['counts']> }

function report({ counts, ...change }: Change = {}): ImportReport {
  const empty = emptyReport('march.xml', 100, 'camt.053.001.08', false)
  return { ...empty, outcome: 'imported', ...change, counts: { ...empty.counts, ...counts } }
}

const whole = report({
  counts: { entries: 16, added: 12, changed: 1, known: 3, statements: 1 },
  statements: [statement],
})
const refused = report({ outcome: 'refused', reason: 'It is no statement.' })
const outputOf = (...reports: ImportReport[]) => describeResult('import', { reports })

describe('an import', () => {
  it('without problems is one line: name, format, counts, account, days, and that it adds up', () => {
    expect(outputOf(whole)).toEqual([
      'march.xml  camt.053.001.08  12 new, 3 known, 1 was pending → DE02…2051 (acc_1), 2026-03-01 to 2026-03-31, adds up',
    ])
  })

  it('without anything new says so, with the number of known entries', () => {
    const again = report({
      outcome: 'nothing_new',
      counts: { known: 16, statements: 1 },
      statements: [statement],
    })
    expect(outputOf(again)[0]).toContain('  nothing new (16 known) → DE02…2051')
  })

  it('as a dry run says so first, and shows no id for an account that does not exist', () => {
    const made = { ...whole, statements: [{ ...statement, accountCreated: true }] }
    const lines = describeResult('import', { reports: [made], dryRun: true })
    expect(lines[0]).toBe('Dry run: nothing is saved. This is what would happen.')
    expect(lines[2]).toContain('→ DE02…2051 (a new account), ')
    expect(lines.join()).not.toContain('acc_1')
    expect(outputOf(made)[0]).toContain('(acc_1, new)')
  })

  it('lists each of several statements, and what does not add up', () => {
    const other = {
      ...statement,
      check: 'does_not_add_up' as const,
      remark: 'It opens with 1.00 EUR.',
      from: null,
    }
    const lines = outputOf({
      ...whole,
      counts: { ...whole.counts, statements: 2 },
      statements: [statement, other],
    })
    expect(lines[0]).toContain('→ 2 statements')
    expect(lines.slice(1)).toEqual([
      '  DE02…2051 (acc_1), 2026-03-01 to 2026-03-31, adds up: 12 new, 3 known, 1 was pending',
      '  DE02…2051 (acc_1), does not add up: 12 new, 3 known, 1 was pending',
      '  It opens with 1.00 EUR.',
    ])
  })

  it('lists gaps, overlaps, bills, matches and categories', () => {
    const gap = { kind: 'gap' as const, accountId: 'acc_1', sentence: 'Entries are missing.' }
    const overlap = { ...gap, kind: 'overlap' as const, sentence: 'Both cover a day.' }
    const counts = { ...whole.counts, matched: 2, suggested: 1, categorised: 7 }
    expect(outputOf({ ...whole, continuity: [gap, overlap], counts }).slice(1)).toEqual([
      '  Gap: Entries are missing.',
      '  Overlap: Both cover a day.',
      '  2 bills matched with a payment.',
      '  A payment is suggested for 1 bill: confirm or decline it.',
      '  7 categorised.',
    ])
    const bill = {
      billId: 'bil_1',
      outcome: 'added' as const,
      status: 'pending_match',
      supplierName: 'Papierwerk',
      invoiceNumber: 'RE-1',
      totalAmount: '119.00',
      currency: 'EUR',
      remark: null,
    }
    expect(outputOf(report({ format: 'UBL', counts: { added: 1 }, bills: [bill] }))).toEqual([
      'march.xml  UBL  1 new → bill Papierwerk, RE-1, 119.00 EUR (bil_1, pending_match)',
    ])
  })

  it('lists at most twenty problems with their lines, and how many more there are', () => {
    const problem = {
      line: 12,
      at: 'Document/Stmt/Ntry/Amt',
      reason: 'it is not an amount',
      severity: 'error' as const,
    }
    const note = { line: null, at: 'Amt', reason: 'it is odd', severity: 'note' as const }
    const some = outputOf({
      ...refused,
      counts: { ...refused.counts, problems: 2 },
      problems: [problem, note],
    })
    expect(some).toEqual([
      'march.xml  camt.053.001.08  refused: It is no statement.',
      '  line 12, Document/…/Amt: it is not an amount',
      '  Amt: it is odd (a note)',
      '  --partial imports it anyway, without the parts that cannot be read.',
    ])
    const kept = { ...whole, counts: { ...whole.counts, problems: 700 }, problems: Array(500).fill(note) }
    expect(outputOf(kept)).toHaveLength(22)
    expect(outputOf(kept).at(-1)).toBe('  … and 680 more')
    const listed = {
      id: 'imp_1',
      at: 'then',
      actor: { kind: 'command', id: 'florin', name: null },
      undoneAt: null,
    }
    const shown = describeResult('imports show', { ...listed, report: kept })
    expect(shown[0]).toBe('Import imp_1, at then, by florin')
    expect(shown.filter(line => line.includes('it is odd'))).toHaveLength(500)
    expect(shown.at(-1)).toBe('  … and 200 more')
  })

  it('of several files ends with a summary', () => {
    expect(outputOf(whole, whole, refused).slice(-2)).toEqual(['', '3 files: 2 imported, 1 refused.'])
  })

  it('prints no control characters of a file name to the terminal', () => {
    expect(outputOf({ ...whole, fileName: 'a\u001b[2J.xml' }).join('')).not.toMatch(/[\u0000-\u001f]/)
  })
})

describe('the guess for a CSV', () => {
  const csv = (
    mapping: NonNullable<ImportReport['csv']>['mapping'],
    uncertain = [
      { at: 'header', reason: 'why' },
      { at: 'sign', reason: 'no amount has a sign' },
    ],
  ) =>
    outputOf(
      report({
        outcome: 'refused',
        reason: 'It is only guessed.',
        format: 'CSV',
        csv: {
          origin: 'guessed',
          mapping,
          rows: [
            ['02.03.2026', '-1.234,50', 'EUR', 'Papierwerk', '', 'RE 1'],
            ['x', 'y', 'EUR', '', '', ''],
          ],
          entries: [
            {
              bookingDate: '2026-03-02',
              amount: '-1234.50',
              currency: 'EUR',
              status: 'booked',
              counterpartyName: 'Papierwerk',
              counterpartyIban: null,
              description: null,
              reference: 'RE 1',
            },
          ],
          uncertain,
        },
      }),
    )
  const mapping = csvMapping.parse(csvTextMapping)

  it("shows the file's format, each column with its name, what to check, and the first entries", () => {
    const text = csv(mapping).join('\n')
    for (const words of [
      'Delimiter     semicolon',
      'Encoding      utf-8',
      'Dates         DD.MM.YYYY',
      'header: why',
      'sign: no amount has a sign (--signs written, inverted, plus or balance)',
    ])
      expect(text).toContain(words)
    expect(text).toMatch(/^ {2}0 +Buchungstag +bookingDate$/m)
    expect(text).toMatch(/^ {2}2026-03-02 +-1234\.50 +EUR +Papierwerk +RE 1$/m)
  })

  it('shows the option to accept it, and a mapping that can be saved, corrected and passed back', () => {
    const lines = csv(mapping)
    expect(lines.join('\n')).toContain('--accept-mapping')
    const saved = lines.find(line => line.startsWith('  {')) ?? ''
    expect(csvMapping.parse(JSON.parse(saved))).toEqual(mapping)
  })

  it('cannot be accepted if something is missing', () => {
    const { currency: _, ...columns } = mapping.columns
    const text = csv({ ...mapping, columns }).join('\n')
    expect(text).toContain('Currency      not known')
    expect(text).not.toContain('--accept-mapping')
    expect(text).toContain('cannot be accepted as it is')
    expect(text).toContain('--mapping FILE')
  })
})

describe('imports', () => {
  it('are listed with their counts, who ran them, and whether they were undone', () => {
    const { fileName, format, outcome, counts } = whole
    const row = {
      id: 'imp_1',
      at: 'then',
      actor: { kind: 'person', id: 'usr_1', name: 'Ada' },
      undoneAt: 'later',
    }
    const lines = describeResult('imports list', {
      imports: [{ ...row, fileName, format, outcome, counts }],
      more: true,
    })
    expect(lines[1]).toMatch(/^imp_1 +then +march\.xml +camt\.053\.001\.08 +12 new, 3 known, .* Ada +later$/)
    expect(lines[2]).toContain('Older imports are not shown')
    expect(describeResult('imports list', { imports: [], more: false })).toHaveLength(1)
  })

  it('that cannot be undone are shown with one reason per line', () => {
    expect(describeResult('imports undo', { id: 'imp_1', undone: false, reasons: ['One.', 'Two.'] })).toEqual(
      ['Import imp_1 cannot be undone because later work depends on it:', '  One.', '  Two.'],
    )
    expect(describeResult('imports undo', { id: 'imp_1', undone: true, reasons: [] })).toHaveLength(1)
  })
})

describe('the exit code', () => {
  it.each([
    ['all imported', 'import', { reports: [whole] }, 0],
    ['nothing new', 'import', { reports: [report({ outcome: 'nothing_new' })] }, 0],
    ['one refused among others', 'import', { reports: [whole, refused, whole] }, 3],
    ['an undone import', 'imports undo', { undone: true }, 0],
    ['an import that could not be undone', 'imports undo', { undone: false }, 3],
    ['any other command', 'migrate', { applied: [] }, 0],
  ] as const)('for %s', (_, command, result, code) => {
    expect(exitCodeOf(command, result)).toBe(code)
  })
})
