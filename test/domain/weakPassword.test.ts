import { describe, expect, it } from 'vitest'
import { passwordProblem } from '../../src/actions/commonPasswords.ts'
import { threadMs } from '../support/threadTime.ts'

const ada = { email: 'Ada.Lovelace@Example.com', name: 'Ada Lovelace' }
const problem = (password: string, owner = ada) => passwordProblem(password, owner)

describe('a new password is rejected if it is', () => {
  it.each([
    'Password2026!',
    'P@ssw0rd2026!',
    'iloveyou123456',
    '1q2w3e4r5t6y',
    'Sunshine#2024',
    '!!letmein!!!!',
    'ＰＡＳＳＷＯＲＤ２０２６',
  ])('a common one, whatever surrounds it or replaces its letters: %s', password =>
    expect(problem(password)).toContain('most common passwords'),
  )

  it.each([
    'ada.lovelace@example.com',
    'ADA.LOVELACE',
    'AdaLovelace1815',
    'lovelace, ada!',
    'example.com 42',
    'florin-2026-x',
  ])("the person's name or address, or the name of the service: %s", password =>
    expect(problem(password)).toContain('your name, your e-mail address'),
  )

  it.each([
    'aaaaaaaaaaaa',
    'ааааааааааааа',
    'abcabcabcabc',
    'abcabcabcabca',
    'passwordpassword',
    'monkey monkey!',
    'zu8zu8zu8zu8',
  ])('a short repeated piece: %s', password => expect(problem(password)).toContain('repeats a short piece'))

  it.each([
    '123456789012',
    '210987654321',
    'abcdefghijkl',
    'zyxwvutsrqpo',
    'qwertyuiop12',
    'azertyuiop!!',
    'abcdefgh1234',
  ])('a sequence: %s', password => expect(problem(password)).toContain('neighbouring'))

  it('with a message that says what to do instead', () => {
    for (const password of ['Password2026!', 'AdaLovelace1815', 'aaaaaaaaaaaa', '123456789012']) {
      expect(problem(password)).toContain('; choose something')
    }
  })
})

describe('a new password is accepted if it is', () => {
  it.each([
    'correct horse battery staple',
    'the password of nobody',
    'Zoë wohnt im Haus 4',
    'tr0ub4dor&3xyzk',
    'vK3#pQ9!xW2m',
    '8305719264831',
    'Ada keeps bees on the roof',
    '密码是一个很长的句子对吧',
  ])('hard enough to guess: %s', password => expect(problem(password)).toBeNull())

  it("somebody else's name", () => {
    expect(problem('AdaLovelace1815', { email: 'bob@example.com', name: 'Bob' })).toBeNull()
  })
})

it('takes next to no time for any input', () => {
  const awkward = ['a', '1', ' ', '!', 'ab', '9876543210', 'qwertyuiop', '\u0301', '😀', 'ß'].map(piece =>
    piece.repeat(200).slice(0, 200),
  )
  problem('the list is read here')
  const before = threadMs()
  for (const password of awkward)
    problem(password, { email: `${'a'.repeat(120)}@${'b'.repeat(120)}`, name: 'a '.repeat(50) })
  expect((threadMs() - before) / awkward.length).toBeLessThan(50)
})
