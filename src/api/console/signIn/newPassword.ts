/** The rules for new passwords. Existing passwords are not checked against them. */
import { passwordProblem } from '../../../actions/commonPasswords.ts'
import { newPassword } from '../../../contract/console/session.ts'
import { validationIssues } from '../../../contract/issues.ts'
import type { PasswordOwner } from '../../../domain/access/weakPassword.ts'
import { badRequest } from '../../errors.ts'

export function requireStrongPassword(password: string, owner: PasswordOwner, path = 'password'): string {
  const parsed = newPassword.safeParse(password)
  if (!parsed.success) throw badRequest(validationIssues(parsed.error, password, path))
  const problem = passwordProblem(password, owner)
  if (problem !== null) throw badRequest([{ path, message: problem }])
  return parsed.data
}
