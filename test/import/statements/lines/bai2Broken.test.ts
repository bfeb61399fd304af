import { describe, expect, test } from 'vitest'
import { readBai2 } from '../../../../src/import/statements/bai2/bai2.ts'
import { readWith } from '../reading.ts'
import { type Bai2Account, type Bai2Line, bai2Text } from './bai2Text.ts'

const plain: Bai2Line = { amount: '12.50', side: 'credit' }
const read = (account: Partial<Bai2Account>) =>
  readWith(readBai2, bai2Text({ accounts: [{ lines: [plain], ...account }] }))

describe('a broken BAI2 file has an error with its line:', () => {
  const good = bai2Text({
    accounts: [{ opening: '100.00', lines: [plain, { ...plain, side: 'debit', text: 'RENT' }] }],
  })
  const lines = good.trimEnd().split('\n')
  const changed = (line: number, from: string, to: string) =>
    lines.map((each, index) => (index === line ? each.replace(from, to) : each)).join('\n')
  const without = (code: string) => lines.filter(line => !line.startsWith(code)).join('\n')

  test.each([
    ['an amount with letters', changed(3, '1250', '12X0'), 4, 'is not an amount'],
    ['no amount', changed(3, '1250', ''), 4, 'has no amount'],
    ['an unknown code', changed(3, '142', '810'), 4, 'tells credits from debits'],
    ['a balance with letters', changed(2, '010,10000', '010,1OOOO'), 3, 'is not an amount'],
    ['summaries that are not', changed(2, '010,', 'x,'), 3, 'not type codes'],
    ['a day that does not exist', changed(1, '260331', '260231'), 2, 'is not a day'],
    ['a deletion', changed(1, ',1,260331', ',2,260331'), 2, 'deletes an earlier report'],
    ['a test', changed(1, ',1,260331', ',4,260331'), 2, 'is a test'],
    ['no account trailer', without('49'), 6, 'cut off'],
    ['no group trailer', without('98'), 7, 'cut off'],
    ['no file trailer', without('99'), null, 'cut off'],
    [
      'an entry outside of an account',
      [...lines.slice(0, 2), lines[3], ...lines.slice(2)].join('\n'),
      3,
      'does not belong',
    ],
    [
      'an account outside of a group',
      [lines[0], ...lines.slice(2, 6), ...lines.slice(1)].join('\n'),
      2,
      'outside of a group',
    ],
  ])('%s', async (_, text, line, reason) => {
    const { errors } = await readWith(readBai2, text)
    const found = errors.find(each => each.reason.includes(reason))
    expect(found?.line).toBe(line)
  })

  test('wrong control totals and counts, unless the balances prove the entries', async () => {
    const wrong = changed(5, '22500,4', '22500,9')
      .replace('98,22500,1,6', '98,22501,2,9')
      .replace('99,22500,1,8', '99,1,2,9')
    const proved = await readWith(readBai2, wrong)
    expect([proved.errors, proved.notes.length > 4]).toEqual([[], true])
    const unproved = await readWith(readBai2, wrong.replace('015,10000', '015,10001'))
    expect(unproved.errors.map(({ line }) => line)).toEqual([6, 6, 7, 7, 7, 8, 8, 8])
    const alone = await readWith(
      readBai2,
      good.replace('010,10000,,,015,10000', '072,10000,,,074,10000').replace('16,142,1250', '16,142,1260'),
    )
    expect(alone.errors[0]?.reason).toBe('its control total is 22500, but the amounts add up to 22510')
  })

  test('totals that its entries do not have, unless the balances prove them', async () => {
    const total = { lines: [plain], summaries: ',100,9900,3,' }
    const { errors } = await read({ ...total, opening: null, closing: null })
    expect(errors).toMatchObject([
      { reason: 'the account has credits of 99.00 in total, but the entries add up to 12.50' },
    ])
    expect((await read(total)).errors).toEqual([])
  })

  test('nothing but other text', async () => {
    await expect(readWith(readBai2, 'x')).rejects.toThrow('does not start a record')
    await expect(readWith(readBai2, '01,1,2,260401,,,,,2/\n99,0,0,2/')).rejects.toThrow('no BAI2 account')
  })
})
