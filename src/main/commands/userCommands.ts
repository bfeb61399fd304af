/** Commands for accounts and invitations. */
import * as z from 'zod'
import { passwordProblem } from '../../actions/commonPasswords.ts'
import {
  addMember,
  createInvite,
  createResetLink,
  createUserIn,
  requireNotMember,
} from '../../actions/people.ts'
import { requireWorkspace } from '../../actions/workspaces.ts'
import { linkPath } from '../../contract/console/paths.ts'
import { type Role, roles } from '../../contract/console/roles.ts'
import { email, newPassword, personName } from '../../contract/console/session.ts'
import { hashPassword } from '../../domain/access/password.ts'
import type { PasswordOwner } from '../../domain/access/weakPassword.ts'
import { findUserByEmail, listUsers } from '../../store/people/users.ts'
import { type CommandContext, commandLineActor } from '../commandContext.ts'
import { Failure } from '../failure.ts'

interface InviteInput {
  workspace: string
  email: string
  role?: string
}

interface CreateInput extends InviteInput {
  name: string
  password: string
}

export const userCommands = {
  'users create': async ({ db, nowMs }: CommandContext, input: CreateInput) => {
    const owner = {
      email: parsed(email, input.email, '--email'),
      name: parsed(personName, input.name, '--name'),
    }
    const account = {
      ...owner,
      passwordHash: (await hashPassword(strongPassword(input.password, owner))).hash,
    }
    const role = parseRole(input.role)
    return await db.transaction(async connection => {
      await requireWorkspace(connection, input.workspace)
      const user = await createUserIn(connection, account, nowMs)
      await addMember(connection, input.workspace, { user, role }, commandLineActor(), nowMs)
      return { id: user.id, email: user.email, name: user.name, role, workspaceId: input.workspace }
    })
  },

  'users invite': async ({ db, nowMs, home }: CommandContext, input: InviteInput) => {
    const invited = { email: parsed(email, input.email, '--email'), role: parseRole(input.role) }
    return await db.transaction(async connection => {
      await requireWorkspace(connection, input.workspace)
      await requireNotMember(connection, input.workspace, invited.email)
      const { token, link } = await createInvite(
        connection,
        input.workspace,
        invited,
        commandLineActor(),
        nowMs,
      )
      return {
        ...invited,
        workspaceId: input.workspace,
        expiresAt: link.expiresAt,
        link: home + linkPath(token),
      }
    })
  },

  'users list': async ({ db }: CommandContext) => ({ users: await listUsers(db) }),

  'users reset': async ({ db, nowMs, home }: CommandContext, input: { email: string }) => {
    const user = await findUserByEmail(db, input.email)
    if (user === null) {
      throw new Failure(`${input.email} has no account. florin users list shows everyone.`, 'notFound')
    }
    const token = await db.transaction(connection =>
      createResetLink(connection, user.id, commandLineActor(), nowMs),
    )
    return { email: user.email, name: user.name, link: home + linkPath(token) }
  },
}

function strongPassword(password: string, owner: PasswordOwner): string {
  const given = parsed(newPassword, password, 'The password')
  const problem = passwordProblem(given, owner)
  if (problem !== null) throw new Failure(`The password ${problem}.`, 'usage')
  return given
}

function parsed<Schema extends z.ZodType>(schema: Schema, text: string, what: string): z.output<Schema> {
  const result = schema.safeParse(text)
  if (result.success) return result.data
  throw new Failure(`${what} ${z.treeifyError(result.error).errors[0]}.`, 'usage')
}

function parseRole(word = 'member'): Role {
  const role = roles.find(each => each === word)
  if (role === undefined)
    throw new Failure(`--role must be one of ${roles.join(', ')}, but is ${word}.`, 'usage')
  return role
}
