/** florin follow as a user runs it, against the real service. It only speaks HTTP, and test/http/changes has both stores. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { followCommand } from '../../src/cli/follow/followCommand.ts'
import type { Change } from '../../src/client/index.ts'
import { Failure } from '../../src/main/failure.ts'
import { rejection } from '../client/fakeNetwork.ts'
import { listsIn, listsOf } from '../client/mirror/lists.ts'
import { iban, smallWorkspace } from '../support/builders.ts'
import { type Outcome, programPath, useSandbox } from '../support/program.ts'
import { useService } from '../support/service.ts'

const sandbox = useSandbox()

const changesIn = (text: string): Change[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as Change)

/** What a reader of the lines has in the end. */
function copyOf(changes: readonly Change[]) {
  const rows = new Map<string, Change>()
  for (const change of changes) rows.set(`${change.resource} ${change.id}`, change)
  return listsIn([...rows.values()].filter(({ object }) => object !== null) as never)
}

/** A service with a workspace, and the command that follows it. */
function useFollowed() {
  const service = useService('embedded')
  const file = smallWorkspace()
  const companyId = file.companies?.[0]?.id ?? ''
  const place = { secret: '', env: {} as Record<string, string> }

  beforeAll(async () => {
    await service.current.load(file)
    place.secret = await service.current.key(file)
    place.env = { FLORIN_API_KEY: place.secret, FLORIN_URL: `${service.current.url}/v1` }
  })

  const client = () => service.current.client(place.secret)
  return {
    service,
    file,
    companyId,
    place,
    client,
    follow: (line: string, env = place.env) => sandbox.run(['follow', ...line.split(' ')], env),
    addPayee: (name: string) => client().payees.create({ companyId, name, iban: iban() }),
    stateFile: (name: string) => join(sandbox.folder, name),
  }
}

const quiet = ({ code, stderr }: Outcome) => expect({ code, stderr }).toEqual({ code: 0, stderr: '' })

describe('florin follow with a state file', () => {
  const { client, follow, addPayee, stateFile, place } = useFollowed()

  it('prints every row as a line of JSON, and goes on from its state file with what has changed or was deleted', async () => {
    const state = stateFile('state.json')
    const first = await follow(`--once --state ${state}`)
    quiet(first)
    expect(copyOf(changesIn(first.stdout))).toEqual(await listsOf(client()))
    expect(await follow(`--once --state ${state}`)).toEqual({ ...first, stdout: '' })
    const { id } = await addPayee('Soon gone')
    await addPayee('New')
    await client().payees.delete(id)
    const second = await follow(`--once --state ${state}`)
    quiet(second)
    expect(changesIn(second.stdout)).toHaveLength(2)
    expect(changesIn(second.stdout)).toContainEqual(expect.objectContaining({ id, object: null }))
    expect(copyOf(changesIn(first.stdout + second.stdout))).toEqual(await listsOf(client()))
  })

  it('loses nothing if it is killed at any moment, and ends cleanly on Ctrl-C', async () => {
    const state = stateFile('killed.json')
    let printed = ''
    for (let life = 0; life < 2; life += 1) {
      const program = sandbox.start(['follow', '--state', state], place.env)
      const { id } = await addPayee(`Life ${life}`)
      await program.until(({ stdout }) => (stdout.includes(id) ? true : null))
      const { code, signal, stdout, stderr } = await program.stop(life === 0 ? 'SIGKILL' : 'SIGINT')
      if (life === 1) expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' })
      // A killed process may have printed half a line.
      printed += stdout.slice(0, stdout.lastIndexOf('\n') + 1)
    }
    const last = await follow(`--once --state ${state}`)
    expect(copyOf(changesIn(printed + last.stdout))).toEqual(await listsOf(client()))
    expect(last.stdout).toBe('')
  })
})

describe('florin follow', () => {
  const { service, file, companyId, follow, addPayee, stateFile, place } = useFollowed()

  it('prints only the given resources and company, with the key and address as options', async () => {
    const options = `--key ${place.secret} --url ${service.current.url}/v1/`
    const outcome = await follow(`--once --resources payee,company --company ${companyId} ${options}`, {})
    quiet(outcome)
    expect(changesIn(outcome.stdout).map(({ resource, id }) => `${resource} ${id}`)).toEqual([
      `company ${companyId}`,
      `payee ${file.payees?.[0]?.id}`,
    ])
  })

  it('leaves out what exists already with --from-now', async () => {
    const state = stateFile('from-now.json')
    quiet(await follow(`--once --from-now --state ${state}`))
    const { id } = await addPayee('Later')
    const { stdout } = await follow(`--once --from-now --state ${state}`)
    expect(changesIn(stdout).map(change => change.id)).toEqual([id])
  })

  it('ends cleanly when nobody reads its output any more', async () => {
    const state = stateFile('pipe.json')
    const line = `{ "${process.execPath}" "${programPath}" follow --state "${state}"; echo "exit $?" >&2; } | head -n 1`
    const child = spawn('sh', ['-c', line], { env: { PATH: process.env.PATH, ...place.env }, stdio: 'pipe' })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    const ended = once(child, 'close')
    await once(child.stdout, 'data')
    // Until then the reader is gone, but the program has nothing to print.
    await expect.poll(() => readState(state)).not.toBe('')
    await addPayee('Unread')
    await ended
    expect(stderr).toBe('exit 0\n')
  })

  const readState = (path: string) => {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      return ''
    }
  }

  it('waits for a service that is not there yet, and says so', async () => {
    const relay = await closedPort()
    const program = sandbox.start(['follow', '--resources', 'company'], {
      ...place.env,
      FLORIN_URL: `http://127.0.0.1:${relay.port}/v1`,
    })
    await program.until(({ stderr }) => (stderr.includes('Trying again in') ? true : null))
    await relay.open(Number(new URL(service.current.url).port))
    await program.until(({ stdout }) => (stdout.includes(companyId) ? true : null))
    const { code, stderr } = await program.stop('SIGINT')
    relay.close()
    expect(code).toBe(0)
    expect(stderr).toMatch(/^florin: listChanges .*ECONNREFUSED.* Trying again in 0.5 s.\n/)
    expect(stderr).toMatch(/florin: Working again; continuing.\n$/)
    expect(stderr).not.toContain(place.secret)
  })
})

describe('florin follow says what is wrong, without the key:', () => {
  const { service, file, place } = useFollowed()

  const noLines = { print: async () => expect.unreachable('nothing was to be printed') }

  /** In this process, because none of them prints anything. */
  async function refusal(input: Record<string, string>, more: Record<string, string> = {}): Promise<string> {
    const error = await rejection(
      followCommand({ once: 'true', ...input }, { ...place.env, ...more }, noLines),
    )
    expect(error).toBeInstanceOf(Failure)
    const { message } = error as Failure
    expect(message).toMatch(/^[^\n]+\.$/)
    expect(message).not.toContain(place.secret)
    return message
  }

  it.each<[string, Record<string, string>, Record<string, string>, RegExp]>([
    ['no key', {}, { FLORIN_API_KEY: '' }, /needs an API key: run florin login, or set FLORIN_API_KEY/],
    ['a key that is none', { key: 'not a key' }, {}, /^The API key is empty or contains/],
    ['an unknown key', { key: `florin_${'0'.repeat(40)}` }, {}, /API key/],
    ['an address without /v1', { url: 'http://127.0.0.1:1' }, {}, /--url has no \/v1 at its end: write http/],
    ['an unknown resource', { resources: 'payee,invoice' }, {}, /resources/],
    ['an unknown company', { company: 'com_none' }, {}, /company/],
    ['a state file in no folder', { state: 'none/s' }, {}, /none\/s cannot be written \(ENOENT\)/],
  ])('%s', async (_, input, more, message) => {
    expect(await refusal(input, more)).toMatch(message)
  })

  it('an invalid configuration only if it is needed', async () => {
    const wrong = { HOST: '0.0.0.0' }
    expect(await refusal({}, { ...wrong, FLORIN_URL: '' })).toMatch(/Invalid configuration: HOST/)
    expect(await refusal({ company: 'com_none' }, wrong)).toMatch(/company/)
  })

  it('a state file of something else, which it leaves as it is', async () => {
    const state = sandbox.file('foreign.json', 'groceries\n')
    expect(await refusal({ state })).toMatch(/was not written by florin follow/)
    expect(readFileSync(state, 'utf8')).toBe('groceries\n')
  })

  it('a state file of other options', async () => {
    const state = sandbox.file('payees.json', { resources: 'payee', company: null, cursor: 'x' })
    expect(await refusal({ state })).toMatch(/was written --resources payee. Keep these/)
    const other = sandbox.file('all.json', { resources: null, company: null, cursor: 'x' })
    expect(await refusal({ state: other, company: 'c1' })).toMatch(
      /written without --resources and --company/,
    )
  })

  it('a state file from before the service was restored, with exit code 3', async () => {
    const state = join(sandbox.folder, 'restored.json')
    await sandbox.run(['follow', '--once', '--state', state], place.env)
    await service.current.store.db.transaction(connection =>
      connection.query("update workspaces set epoch = 'restored' where workspace_id = $1", [
        file.workspace.id,
      ]),
    )
    const { code, stdout, stderr } = await sandbox.run(['follow', '--once', '--state', state], place.env)
    expect([code, stdout]).toEqual([3, ''])
    expect(stderr).toMatch(/^florin: .*restored from a backup.* To start again, delete .*restored.json\.\n$/)
  })
})

/** A port on which nothing listens until it is opened; then it leads to another one. */
async function closedPort() {
  const listening = async (port: number, server: Server) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const placeholder = createServer()
  const port = await listening(0, placeholder)
  placeholder.close()
  await once(placeholder, 'close')
  const sockets = new Set<{ destroy(): void }>()
  let relay: Server | null = null
  return {
    port,
    async open(target: number) {
      relay = createServer(socket => {
        const onward = connect(target, '127.0.0.1')
        for (const each of [socket, onward]) {
          sockets.add(each)
          each.on('error', () => undefined)
        }
        socket.pipe(onward).pipe(socket)
      })
      await listening(port, relay)
    },
    close() {
      for (const socket of sockets) socket.destroy()
      relay?.close()
    },
  }
}
