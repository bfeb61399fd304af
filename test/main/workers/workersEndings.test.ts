/** Abrupt ends of several workers: Ctrl-C, a second signal, and a killed primary. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { iban, smallWorkspace } from '../../support/builders.ts'
import { type Serving, useSandbox } from '../../support/program.ts'
import { describeOnServers, freshStore, type TestStore } from '../../support/stores.ts'
import { patient } from '../patientService.ts'
import { payeeHead, RawConnection, refusesConnections } from '../rawConnection.ts'
import { pidsOf } from './workersLines.ts'
import { loadWithKey } from './workersStore.ts'

describeOnServers('The end of several workers', name => {
  const workers = 2
  const sandbox = useSandbox()
  const [own, foreign] = [smallWorkspace(), smallWorkspace()]
  let store: TestStore
  let secret: string
  let services: Serving[]

  beforeAll(async () => {
    store = await freshStore(name)
    secret = (await loadWithKey(store.db, own)).secret
    await loadWithKey(store.db, foreign)
    const env = {
      DATABASE_URL: store.databaseUrl ?? '',
      FLORIN_WORKERS: String(workers),
      LOG_LEVEL: 'info',
      ...patient(sandbox),
    }
    services = await Promise.all([sandbox.serve(env), sandbox.serve(env)])
  })

  afterAll(() => store?.remove())

  const count = 4

  /**
   * Requests whose heads the workers have read, and whose bodies are still to come. They are sent one after the other, so
   * that each worker gets as many: of concurrent ones, a slow worker would get fewer.
   */
  async function requestsUnderWay(service: Serving) {
    const underWay: { connection: RawConnection; body: string }[] = []
    for (let number = 0; number < count; number += 1) {
      const body = JSON.stringify({ name: 'Under way', iban: iban() })
      const connection = await RawConnection.open(service.url)
      connection.send(payeeHead(secret, body))
      await connection.until(/^HTTP\/1\.1 100 Continue/)
      underWay.push({ connection, body })
    }
    return underWay
  }

  /** The workers hold the program's output open, so it ends with the last of them. */
  const everyProcessEnded = (service: Serving) => service.program.ended

  describe('Ctrl-C, which reaches the primary and every worker', () => {
    it('lets running requests go on until a second signal, which does not wait for them', async () => {
      const [service] = services as [Serving, Serving]
      const [first, ...rest] = await requestsUnderWay(service)
      const pids = [service.program.pid, ...(await pidsOf(service.program, workers))]
      for (const pid of pids) process.kill(pid, 'SIGINT')
      await refusesConnections(service.url)
      first?.connection.send(first.body)
      await first?.connection.until(/HTTP\/1\.1 201 /)
      expect(rest.map(({ connection }) => connection.closed)).toEqual(rest.map(() => false))

      service.program.signal('SIGINT')
      const { code, stderr } = await everyProcessEnded(service)
      expect(code).toBe(1)
      // Nothing waited for the workers, and none was replaced.
      expect(stderr).not.toMatch(/"stopped"|starting another/)
      await Promise.all(rest.map(({ connection }) => connection.untilClosed()))
    })
  })

  describe('a primary that is killed', () => {
    it('leaves no worker behind; each first finishes its running requests', async () => {
      const [, service] = services as [Serving, Serving]
      const underWay = await requestsUnderWay(service)
      service.program.signal('SIGKILL')
      await refusesConnections(service.url)
      for (const { connection, body } of underWay) connection.send(body)
      await Promise.all(underWay.map(({ connection }) => connection.until(/HTTP\/1\.1 201 /)))
      expect((await everyProcessEnded(service)).signal).toBe('SIGKILL')
    })

    it('loses no confirmed write, and changes nothing of another workspace', async () => {
      const saved = await store.db.query<{ workspaceId: string }>(
        `select workspace_id as "workspaceId" from payees where name = 'Under way'`,
      )
      expect(saved.map(({ workspaceId }) => workspaceId)).toEqual(Array(1 + count).fill(own.workspace.id))
    })
  })
})
