/** What the Imports page does, without the page: upload, preview, import and undo. */
import { expect } from 'vitest'
import type { ImportReport, ListedImport } from '../../../src/contract/console/imports.ts'
import { uploadPieceBytes } from '../../../src/contract/console/imports.ts'
import type { Home, Person } from '../access/people.ts'
import type { Received } from '../wire.ts'

export interface Run {
  dryRun?: boolean
  partial?: boolean
  companyId?: string
  accountId?: string
  csvMapping?: unknown
}

/** The headers of a piece of an upload. */
export const octets = { 'content-type': 'application/octet-stream' }

export function importerOf({ at }: Home, who: Person) {
  async function send(content: string | Uint8Array, name = 'statement.xml'): Promise<string> {
    const bytes = Buffer.from(content)
    const { id, pieces } = (await who.post(at('/uploads'), { name, bytes: bytes.length })).body
    for (let position = 0; position < pieces; position += 1) {
      const piece = bytes.subarray(position * uploadPieceBytes, (position + 1) * uploadPieceBytes)
      const sent = await who.ask('POST', at(`/uploads/${id}?position=${position}`), {
        bytes: piece,
        headers: octets,
      })
      expect(sent.status).toBe(204)
    }
    return id
  }
  const run = (uploadId: string, how: Run = {}): Promise<Received> =>
    who.post(at('/imports'), { uploadId, ...how })
  return {
    send,
    run,
    /** Uploads and imports; returns the result, or that of a dry run. */
    async take(content: string | Uint8Array, how: Run & { name?: string } = {}): Promise<ImportReport[]> {
      const { name, ...rest } = how
      const reply = await run(await send(content, name), rest)
      expect(reply.status, reply.text).toBe(200)
      return reportsIn(reply)
    },
    undo: (id: string | null | undefined) => who.delete(at(`/imports/${id}`)),
    get: (id: string | null | undefined) => who.get(at(`/imports/${id}`)),
    async listed(): Promise<ListedImport[]> {
      return (await who.get(at('/imports'))).body.data
    },
    async transactions(): Promise<{ amount: string; reference: string | null }[]> {
      return (await who.get(at('/v1/transactions'))).body.data
    },
  }
}

/** The reports, which are in the last line. */
export function reportsIn({ body, text }: Pick<Received, 'body' | 'text'>): ImportReport[] {
  const lines = body as { reports?: ImportReport[] }[]
  expect(
    lines.slice(0, -1).every(line => 'progress' in line),
    text,
  ).toBe(true)
  const reports = lines.at(-1)?.reports
  if (reports === undefined) throw new Error(`There are no reports: ${text}`)
  return reports
}
