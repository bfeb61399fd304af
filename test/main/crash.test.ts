/** The end of a service that nobody told to stop: nothing that it acknowledged is lost. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { readConfig } from '../../src/main/config.ts'
import { askService } from '../../src/main/controlSocket.ts'
import { controlSocketPath } from '../../src/main/dataFolder.ts'
import { openStore } from '../../src/main/openStore.ts'
import { iban } from '../support/builders.ts'
import { useSandbox } from '../support/program.ts'
import { RawConnection } from './rawConnection.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const sandbox = useSandbox()

describe('kill -9', () => {
  it('in the middle of writes loses no payee that was acknowledged, and the folder opens again', async () => {
    const env = {
      FLORIN_DATA_DIR: sandbox.dataFolder('data'),
      FLORIN_RATE_PER_SECOND: '100000',
      FLORIN_RATE_BURST: '100000',
    }
    const first = await sandbox.serve(env)
    const secret = first.demoKey ?? ''
    const client = first.client(secret)
    const companyId = (await client.companies.list()).data[0]?.id ?? ''
    const before = (await client.payees.list()).data.length

    const acknowledged: string[] = []
    const writerCount = 4
    let sent = 0
    const writer = async () => {
      for (;;) {
        sent += 1
        const { id } = await client.payees.create({ companyId, name: `Payee ${sent}`, iban: iban() })
        acknowledged.push(id)
        if (acknowledged.length === 60) first.program.signal('SIGKILL')
      }
    }
    const writers = await Promise.allSettled(Array.from({ length: writerCount }, writer))
    for (const end of writers) expect(String((end as PromiseRejectedResult).reason)).toContain('Connection')
    expect((await first.program.ended).signal).toBe('SIGKILL')
    expect(acknowledged.length).toBeGreaterThanOrEqual(60)

    const second = await sandbox.serve(env)
    expect(second.demoKey).toBeNull()
    const stored = (await second.client(secret).payees.list()).data.map(({ id }) => id)
    expect(acknowledged.filter(id => !stored.includes(id))).toEqual([])
    expect(stored.length).toBeLessThanOrEqual(before + acknowledged.length + writerCount)

    // The dead process left its socket behind; the new one has put its own in the place.
    const socket = controlSocketPath(env.FLORIN_DATA_DIR)
    const quiet = { onProgress: () => undefined, write: async () => undefined }
    expect(await askService(socket, 'workspaces list', {}, quiet)).toMatchObject({ workspaces: [{}] })

    // A request that never ends holds the first signal up, and not the second.
    const hanging = await RawConnection.open(second.url)
    const head = `POST /v1/payees HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${secret}\r\nExpect: 100-continue`
    hanging.send(`${head}\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n`)
    await hanging.until(/100 Continue/)
    second.program.signal('SIGTERM')
    await vi.waitFor(() => expect(RawConnection.open(second.url)).rejects.toThrow(), { timeout: 10_000 })
    second.program.signal('SIGTERM')
    expect((await second.program.ended).code).toBe(1)
    hanging.destroy()
  })

  it('in the middle of the very first start leaves a folder that the next start can use', async () => {
    const env = { FLORIN_DATA_DIR: join(sandbox.folder, 'fresh') }
    const program = sandbox.start(['migrate'], env)
    const halfMade = () => existsSync(join(env.FLORIN_DATA_DIR, 'store', 'PG_VERSION'))
    await vi.waitFor(() => expect(halfMade()).toBe(true), { timeout: 45_000, interval: 1 })
    await program.stop('SIGKILL')
    const store = await openStore(readConfig(env))
    expect(store?.migration.version).toBe(1)
    await store?.close()
  })
})
