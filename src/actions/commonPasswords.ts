/** Rejects new passwords that are easy to guess. The list is read once, when the first password is chosen. */
import { readFileSync } from 'node:fs'
import { type PasswordOwner, weaknessOf, weaknessWords } from '../domain/access/weakPassword.ts'

let common: ReadonlySet<string> | null = null

/** The 10,000 most common passwords, and those of 12 characters and more among the 49,000 most common. */
function commonPasswords(): ReadonlySet<string> {
  common ??= new Set(
    readFileSync(new URL('./commonPasswords.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n'),
  )
  return common
}

/** Why the password is rejected, worded to follow the name of its field; null if it is fine. */
export function passwordProblem(password: string, owner: PasswordOwner): string | null {
  const weakness = weaknessOf(password, owner, commonPasswords())
  return weakness === null ? null : weaknessWords[weakness]
}
