/** RunsRuns imports with the program: alone, beside a service that has the embedded store open, and killed midway. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ImportReport } from '../../src/contract/console/imports.ts'
import { entriesPerWrite } from '../../src/import/entries/statementWriter.ts'
import { loadWorkspace } from '../../src/import/workspace/loadWorkspace.ts'
import type { CommandName, CommandResult } from '../../src/main/commands/commands.ts'
import { askService } from '../../src/main/commands/controlSocket.ts'
import { controlSocketPath } from '../../src/main/dataFolder.ts'
import { ownIban } from '../import/importer.ts'
import { camtText, major, type TextEntry, type TextStatement } from '../import/statementTexts.ts'
import { company, workspaceFile } from '../support/builders.ts'
import { type Environment, type Serving, useSandbox } from '../support/program.ts'
import { whileLocked } from '../support/servers/whileLocked.ts'
import { describeOnServers, freshStore, type TestStore } from '../support/stores.ts'

const sandbox = useSandbox()
const file = workspaceFile({ companies: [company()] })
const workspace = file.workspace.id

const march: TextStatement = {
  id: 'S3',
  iban: ownIban,
  opening: '100.00',
  from: '2026-03-01',
  to: '2026-03-31',
  entries: [{ amount: '10.00', side: 'debit', day: '2026-03-02', name: 'Papierwerk', text: 'RE 1' }],
}
const april: TextStatement = { ...march, id: 'S4', opening: '90.00', from: '2026-04-01', to: '2026-04-30' }
const may: TextStatement = {
  ...march,
  id: 'S5',
  opening: '80.00',
  from: '2026-05-01',
  to: '2026-05-31',
  entries: [],
}
const wrong: TextStatement = { ...april, id: 'S9', closing: '999.00' }

describe('on the embedded store', () => {
  let env: Environment
  let service: Serving

  beforeAll(async () => {
    env = { FLORIN_DATA_DIR: sandbox.dataFolder('data'), FLORIN_DEMO: 'off' }
    sandbox.file('march.xml', camtText([march]))
    sandbox.file('wrong.xml', camtText([wrong]))
    await sandbox.run(['load', sandbox.file('workspace.json', file)], env)
  })

  const florin = (line: string) => sandbox.run(line.split(' '), env)

  /** Does what the program does beside a running service, without starting it. */
  async function ask<Name extends CommandName>(command: Name, input: object): Promise<CommandResult<Name>> {
    const quiet = { onProgress: () => undefined, write: async () => undefined }
    const path = controlSocketPath(env.FLORIN_DATA_DIR ?? '')
    return (await askService(path, command, { workspace, ...input }, quiet)) as CommandResult<Name>
  }

  it('import reports the outcome of each file, and fails if one was refused', async () => {
    const { code, stdout, stderr } = await florin(`import march.xml wrong.xml --workspace ${workspace}`)
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' })
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(
        /^march\.xml {2}camt\.053\.001\.08 {2}1 new → DE02…2051 \(acc_\w{26}, new\), 2026-03-01 to 2026-03-31, adds up$/,
      ),
      expect.stringMatching(/^wrong\.xml {2}camt\.053\.001\.08 {2}refused: A statement does not add up\. /),
      '  --partial imports it anyway, without the parts that cannot be read.',
      '',
      '2 files: 1 imported, 1 refused.',
      '',
    ])
  })

  describe('while the service runs', () => {
    beforeAll(async () => {
      service = await sandbox.serve(env)
    })

    it('the command runs through the service, with paths relative to its own working directory', async () => {
      const line = `import march.xml ./march.xml --workspace ${workspace} --json`
      const { code, stdout, stderr } = await florin(line)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      const { reports } = JSON.parse(stdout) as { reports: ImportReport[] }
      expect(reports.map(({ fileName, outcome }) => `${fileName} ${outcome}`)).toEqual(
        Array(2).fill('march.xml nothing_new'),
      )
    })

    it('the service accepts a thousand paths in one request', async () => {
      const files = Array.from(
        { length: 1_000 },
        (_, index) => `/${'x'.repeat(240)}/${'y'.repeat(240)}/${index}`,
      )
      const { reports } = await ask('import', { files })
      expect(reports.filter(({ outcome }) => outcome === 'refused')).toHaveLength(1_000)
    })

    it('the service rejects an unknown workspace even without files, which a watch relies on at its start', async () => {
      await expect(ask('import', { workspace: 'nowhere', files: [] })).rejects.toThrow(
        /^There is no workspace nowhere\. /,
      )
    })

    it('watch --once empties the folder, and its exit code shows that a file was refused', async () => {
      const inbox = join(sandbox.folder, 'inbox')
      mkdirSync(inbox)
      sandbox.file('inbox/april.xml', camtText([april]))
      sandbox.file('inbox/wrong.xml', camtText([wrong]))
      const { code, stdout, stderr } = await florin(`watch inbox --workspace ${workspace} --once --json`)
      expect({ code, stderr }).toEqual({ code: 3, stderr: '' })
      const lines = stdout
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line))
      expect(lines).toMatchObject([
        { movedTo: join(inbox, 'imported/april.xml'), reports: [{ outcome: 'imported' }] },
        { movedTo: join(inbox, 'refused/wrong.xml'), reports: [{ outcome: 'refused' }] },
      ])
      expect(readdirSync(inbox)).toEqual(['imported', 'refused'])
      const note = readFileSync(join(inbox, 'refused/wrong.xml.txt'), 'utf8')
      expect(note).toMatch(/^wrong\.xml .*refused: A statement does not add up/)
    })

    it('a watch keeps running until it is stopped, even if the service stops', async () => {
      const watching = sandbox.start(['watch', 'inbox', '--workspace', workspace], env)
      await service.program.stop()
      sandbox.file('inbox/may.xml', camtText([may]))
      await watching.until(({ stdout }) => (stdout.includes('→ imported/may.xml\n') ? true : null))
      const { code, stderr } = await watching.stop('SIGINT')
      expect(code).toBe(0)
      expect(stderr.replace(/^florin: .* (Waiting to try again|continuing)\.\n/gm, '')).toBe('')
    })
  })
})

describeOnServers('an import that is killed midway', name => {
  let store: TestStore
  let env: Environment
  /** More than one write. */
  const entryCount = entriesPerWrite + 1_000

  beforeAll(async () => {
    store = await freshStore(name)
    env = { DATABASE_URL: store.databaseUrl ?? '' }
    await loadWorkspace(store.db, file, { nowMs: Date.now(), actor: { kind: 'command', id: 'test' } })
    const entries = Array.from({ length: entryCount }, (_, index): TextEntry => {
      const day = `2026-03-${String(1 + (index % 28)).padStart(2, '0')}`
      return {
        amount: major(BigInt(index + 1)),
        side: 'credit',
        day,
        name: `Nr ${index}`,
        reference: `R${index}`,
      }
    })
    sandbox.file('large.xml', camtText([{ ...march, entries }]))
  })

  afterAll(async () => {
    await store?.remove()
  })

  const line = ['import', 'large.xml', '--workspace', workspace, '--json']

  /** What connections with an open transaction that has written rows are doing. */
  const writers = async (): Promise<string[]> => {
    const found = await store.db.query<{ doing: string }>(
      `select coalesce(wait_event_type, state) as doing from ${name === 'citus' ? 'citus' : 'pg'}_stat_activity
       where datname = current_database() and backend_type = 'client backend' and backend_xid is not null`,
    )
    return found.map(({ doing }) => doing)
  }

  /** Blocks an import at its last write, the audit record, while `work` runs. */
  const keptFromItsEnd = (work: () => Promise<void>) =>
    whileLocked(store, { table: 'audit_records', workspaceId: workspace }, work)

  const rows = async () => {
    const [counts] = await store.db.query<Record<string, string>>(
      `select (select count(*) from transactions) as transactions, (select count(*) from accounts) as accounts,
       (select count(*) from imports) as imports, (select count(*) from statements) as statements,
       (select count(*) from audit_records where action = 'import.done') as audit`,
    )
    return Object.values(counts ?? {}).map(Number)
  }

  it('leaves nothing behind, and works when run again', async () => {
    await keptFromItsEnd(async () => {
      const program = sandbox.start(line, env)
      await vi.waitFor(async () => expect(await writers()).toEqual(['Lock']), { timeout: 90_000 })
      const { signal } = await program.stop('SIGKILL')
      expect(signal).toBe('SIGKILL')
    })
    await vi.waitFor(async () => expect(await writers()).toEqual([]), { timeout: 60_000 })
    expect(await rows()).toEqual([0, 0, 0, 0, 0])

    const { code, stdout } = await sandbox.run(line, env)
    expect({ code, report: JSON.parse(stdout).reports[0] }).toMatchObject({
      code: 0,
      report: { outcome: 'imported', counts: { added: entryCount, problems: 0 } },
    })
    expect(await rows()).toEqual([entryCount, 1, 1, 1, 1])
  })
})
