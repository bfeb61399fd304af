/** The commands for people, on both stores, and once on the command line. */
import { describe, expect, it } from 'vitest'
import { loadWorkspace } from '../../../src/import/workspace/loadWorkspace.ts'
import { commandLineActor } from '../../../src/main/commandContext.ts'
import { type CommandName, type CommandResult, runCommand } from '../../../src/main/commands/commands.ts'
import { Failure } from '../../../src/main/failure.ts'
import { ensureSetupLink } from '../../../src/main/serve/setup.ts'
import { listAudit } from '../../../src/store/audit.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { useSandbox } from '../../support/program.ts'
import { actor, useService } from '../../support/service.ts'
import { describeOnBothStores, freshDatabase } from '../../support/stores.ts'
import { directly, overHttp, statusAndCode } from '../wire.ts'
import { Browser, dayMs, expectUnchanged, home, homeOf, person, withSecondFactor } from './people.ts'
import { runWithInput } from './runWithInput.ts'
import { useCheapHashes } from './signIn/scrypt.ts'

const address = 'http://127.0.0.1:8080'
const password = 'a password for the command'

describeOnBothStores('The command', store => {
  const service = useService(store)
  useCheapHashes()

  async function run<Name extends CommandName>(name: Name, input: object): Promise<CommandResult<Name>> {
    const context = {
      db: service.current.store.db,
      migration: { applied: [], version: 3 },
      nowMs: service.current.nowMs,
      home: address,
      onProgress: () => undefined,
      write: async () => undefined,
    }
    return (await runCommand(name, context, input)) as CommandResult<Name>
  }

  /** The error message, which must be one line; nothing was changed. */
  async function refusal(name: CommandName, input: object): Promise<string> {
    let message = ''
    await expectUnchanged(service.current, async () => {
      const error = await run(name, input).then(
        () => new Error(`${name} was done`),
        (reason: unknown) => reason,
      )
      expect(error).toBeInstanceOf(Failure)
      message = (error as Failure).message
      expect(message).not.toContain('\n')
    })
    return message
  }

  let accounts = 0
  const newAddress = () => {
    accounts += 1
    return `command${accounts}@example.com`
  }
  const visitor = () => new Browser(overHttp(service.current))
  const signIn = (email: string, given = password) =>
    visitor().post('/console/session', { email, password: given })
  const accept = (link: string, given: object = {}) => {
    expect(link.startsWith(`${address}/join#`)).toBe(true)
    const [, token] = link.split('#')
    return visitor().post('/console/links/accept', { token, name: 'Guest', password, ...given })
  }
  const joinedIn = async (workspaceId: string) =>
    (await listAudit(service.current.store.db, workspaceId)).filter(({ action }) =>
      ['person.invited', 'person.joined'].includes(action),
    )

  describe('users create', () => {
    it('creates an account that can sign in, by default a member, and does not print the password', async () => {
      const { workspaceId } = await home(service.current)
      const email = newAddress()
      const input = { workspace: workspaceId, email: ` ${email} `, name: ' Ada Lovelace ', password }
      const made = await run('users create', input)
      expect(made).toEqual({ id: made.id, email, name: 'Ada Lovelace', role: 'member', workspaceId })
      const me = await signIn(email)
      expect([me.status, me.body.workspaces.map(({ id }: { id: string }) => id)]).toEqual([
        200,
        [workspaceId],
      ])
      expect(await joinedIn(workspaceId)).toMatchObject([
        {
          actor: commandLineActor(),
          action: 'person.joined',
          subjectId: made.id,
          details: { name: 'Ada Lovelace', email, role: 'member' },
        },
      ])
    })

    it.each(['owner', 'admin', 'bookkeeper', 'member'])('gives the requested role: %s', async role => {
      const { workspaceId } = await home(service.current)
      const email = newAddress()
      await run('users create', { workspace: workspaceId, email, name: 'A', password, role })
      expect((await signIn(email)).body.workspaces[0].role).toBe(role)
    })

    it('invalidates the setup link', async () => {
      const { db } = service.current.store
      await db.script('delete from sessions; delete from memberships')
      // On its own: Citus refuses it in a transaction that has written to all shards.
      await db.script('delete from users')
      const link = address + (await ensureSetupLink(db, service.current.nowMs))
      const { workspaceId } = await home(service.current)
      await run('users create', { workspace: workspaceId, email: newAddress(), name: 'A', password })
      expect(statusAndCode(await accept(link, { email: newAddress() }))).toEqual([404, 'LINK_INVALID'])
    })

    it.each([
      [
        'an unknown workspace',
        { workspace: 'nowhere' },
        'There is no workspace nowhere. florin workspaces list',
      ],
      ['no address', { email: 'ada' }, '--email must be an e-mail address such as ada@example.com.'],
      ['a blank name', { name: ' ' }, '--name must be 1 to 100 characters long.'],
      [
        'a password of 11 characters',
        { password: 'x'.repeat(11) },
        'The password must be 12 to 200 characters long.',
      ],
      [
        'a password that is easy to guess',
        { password: 'Password2026!' },
        'The password is one of the most common passwords',
      ],
      [
        'an unknown role',
        { role: 'root' },
        '--role must be one of owner, admin, bookkeeper, member, but is root.',
      ],
    ])('changes nothing with %s, and says why', async (_, given, message) => {
      const { workspaceId } = await home(service.current)
      const input = { workspace: workspaceId, email: newAddress(), name: 'A', password, ...given }
      expect(await refusal('users create', input)).toContain(message)
    })

    it('creates no second account for an address, in any spelling', async () => {
      const { workspaceId } = await home(service.current)
      const { email } = await person(service.current)
      const input = { workspace: workspaceId, email: email.toUpperCase(), name: 'A', password }
      expect(await refusal('users create', input)).toBe(
        `${email.toUpperCase()} has an account already. florin users list shows everyone.`,
      )
    })
  })

  describe('users invite', () => {
    it('creates a link to the console that works once, for 7 days', async () => {
      const { workspaceId } = await home(service.current)
      const email = newAddress()
      const made = await run('users invite', { workspace: workspaceId, email, role: 'owner' })
      const expiresAt = new Date(service.current.nowMs + 7 * dayMs).toISOString()
      expect(made).toEqual({ email, role: 'owner', workspaceId, expiresAt, link: made.link })
      const joined = await accept(made.link)
      expect([joined.status, joined.body.user.email, joined.body.workspaces[0].role]).toEqual([
        200,
        email,
        'owner',
      ])
      expect(statusAndCode(await accept(made.link))).toEqual([404, 'LINK_INVALID'])
      expect((await joinedIn(workspaceId)).map(({ actor: by, action }) => [by.kind, action]).sort()).toEqual([
        ['command', 'person.invited'],
        ['person', 'person.joined'],
      ])
    })

    it('replaces the link if a person is invited again', async () => {
      const { workspaceId } = await home(service.current)
      const email = newAddress()
      const first = await run('users invite', { workspace: workspaceId, email, role: 'owner' })
      const second = await run('users invite', { workspace: workspaceId, email: email.toUpperCase() })
      expect(statusAndCode(await accept(first.link))).toEqual([404, 'LINK_INVALID'])
      expect((await accept(second.link)).body.workspaces[0].role).toBe('member')
    })

    it('adds a person with an existing account when they enter its password', async () => {
      const { workspaceId } = await home(service.current)
      const known = await homeOf(service.current, service.current.foreign).person('admin')
      const { link } = await run('users invite', { workspace: workspaceId, email: known.email })
      expect((await accept(link, { password: known.password })).body.workspaces).toHaveLength(2)
    })

    it.each([
      [
        'an unknown workspace',
        { workspace: 'nowhere' },
        'There is no workspace nowhere. florin workspaces list',
      ],
      ['no address', { email: '@' }, '--email must be '],
      [
        'an unknown role',
        { role: 'Owner' },
        '--role must be one of owner, admin, bookkeeper, member, but is Owner.',
      ],
    ])('changes nothing with %s, and says why', async (_, given, message) => {
      const { workspaceId } = await home(service.current)
      const input = { workspace: workspaceId, email: newAddress(), ...given }
      expect(await refusal('users invite', input)).toContain(message)
    })

    it('does not invite people who already belong to the workspace', async () => {
      const own = await home(service.current)
      const { email } = await own.person('member')
      const input = { workspace: own.workspaceId, email: email.toUpperCase() }
      expect(await refusal('users invite', input)).toBe(
        `${email.toUpperCase()} already belongs to the workspace.`,
      )
    })
  })

  describe('users list', () => {
    it('shows everyone with their workspaces and roles, and no credentials', async () => {
      const own = await home(service.current)
      const both = await own.person('admin', { email: 'both@example.com', name: 'Both' })
      const { foreign } = service.current
      await service.current.store.db.query(
        `insert into memberships (workspace_id, user_id, role, created_at) values ($1, $2, 'member', now())`,
        [foreign.workspace.id, both.id],
      )
      const alone = await person(service.current, { email: 'alone@example.com', name: 'Alone' })
      await withSecondFactor(service.current, alone)
      const { users } = await run('users list', {})
      expect(users.find(({ id }) => id === alone.id)).toEqual({
        id: alone.id,
        email: 'alone@example.com',
        name: 'Alone',
        secondFactor: true,
        createdAt: expect.stringMatching(/Z$/),
        workspaces: [],
      })
      expect(users.find(({ id }) => id === both.id)?.workspaces).toEqual(
        [
          { workspaceId: own.workspaceId, role: 'admin' },
          { workspaceId: foreign.workspace.id, role: 'member' },
        ].sort((a, b) => (a.workspaceId < b.workspaceId ? -1 : 1)),
      )
      const emails = users.map(({ email }) => email.toLowerCase())
      expect(emails).toEqual([...emails].sort())
      expect(JSON.stringify(users)).not.toMatch(/scrypt|hash|secret|totp/i)
    })
  })

  describe('users reset', () => {
    it('creates a link that sets a new password, for any spelling of the address', async () => {
      const ada = await person(service.current)
      const made = await run('users reset', { email: ` ${ada.email.toUpperCase()}` })
      expect(made).toEqual({ email: ada.email, name: ada.name, link: made.link })
      expect((await accept(made.link, { name: undefined })).body.user.id).toBe(ada.id)
      expect((await signIn(ada.email)).status).toBe(200)
      expect(await ada.isSignedIn()).toBe(false)
    })

    it('reports an unknown account', async () => {
      expect(await refusal('users reset', { email: 'nobody@example.com' })).toBe(
        'nobody@example.com has no account. florin users list shows everyone.',
      )
    })
  })
})

describe('florin users create on the command line', () => {
  const sandbox = useSandbox()

  it('reads the password from a pipe, and fails if none comes', async () => {
    const { db, databaseUrl, remove } = await freshDatabase('florin_template')
    try {
      const env = { DATABASE_URL: databaseUrl ?? '' }
      const file = smallWorkspace()
      await loadWorkspace(db, file, { nowMs: Date.now(), actor })
      const email = 'typed@example.com'
      const words = ['users', 'create', '--workspace', file.workspace.id, '--email', email, '--name', 'Typed']
      const [without, piped] = await Promise.all([
        sandbox.run(words, env),
        runWithInput(words, env, `${password}\nnot this line\n`),
      ])
      expect([without.code, without.stderr]).toEqual([
        2,
        'florin: The password is missing. Type it, or pipe it in as one line.\n',
      ])
      expect(piped).toEqual({
        code: 0,
        printed: `Created an account for Typed (${email}), member of workspace ${file.workspace.id}.\n`,
      })
      const { send } = directly(db, { clock: Date.now })
      const reply = await send('POST', '/console/session', { json: { email, password } })
      expect([reply.status, reply.body.user?.name]).toEqual([200, 'Typed'])
    } finally {
      await remove()
    }
  })
})
