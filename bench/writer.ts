/** Changes payees of some workspaces over HTTP, a given number of times per second. */
import { setTimeout as sleep } from 'node:timers/promises'
import { companyId } from './dataset/shape.ts'
import { undoLater } from './support/cleanup.ts'

const iban = 'DE89370400440532013000'

export interface Writer {
  /** Stops and returns how many changes were made; fails if one was rejected. */
  stop(): Promise<number>
}

export async function startWriter(
  url: string,
  workspaces: readonly { number: number; secret: string }[],
  changesPerSecond: number,
): Promise<Writer> {
  const payees: { secret: string; id: string }[] = []
  for (const { number, secret } of workspaces) payees.push({ secret, id: await payeeOf(url, number, secret) })
  let running = true
  let changes = 0
  const stop = undoLater(() => {
    running = false
  })
  const work = async () => {
    while (running) {
      const dueMs = performance.now() + 1000 / changesPerSecond
      const { secret, id } = payees[changes % payees.length] ?? { secret: '', id: '' }
      await send(url, `/v1/payees/${id}`, 'PATCH', secret, { name: `Papierwerk ${changes}` })
      changes += 1
      await sleep(Math.max(0, dueMs - performance.now()))
    }
  }
  const done = work()
  // A failure is reported by `stop`.
  done.catch(() => undefined)
  return {
    async stop() {
      await stop()
      await done
      return changes
    },
  }
}

async function payeeOf(url: string, workspace: number, secret: string): Promise<string> {
  const list = await send(url, '/v1/payees', 'GET', secret)
  const { data } = list as { data: { id: string }[] }
  if (data[0]) return data[0].id
  const payee = { companyId: companyId(workspace, 0), name: 'Papierwerk', iban }
  return ((await send(url, '/v1/payees', 'POST', secret, payee)) as { id: string }).id
}

async function send(
  url: string,
  path: string,
  method: string,
  secret: string,
  body?: object,
): Promise<unknown> {
  const reply = await fetch(url + path, {
    method,
    headers: { Authorization: `Bearer ${secret}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!reply.ok) throw new Error(`${method} ${path} returned ${reply.status}: ${await reply.text()}`)
  return await reply.json()
}
