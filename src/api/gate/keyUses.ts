/** Key usage, counted in memory and written periodically, so that no request waits for a write. */
import type { Scope } from '../../contract/scopes.ts'
import { grouped } from '../../domain/grouped.ts'
import type { Database } from '../../store/engine/door.ts'
import { recordKeyNetworks } from '../../store/keys/keyNetworks.ts'
import type { KeyState } from '../../store/keys/keyState.ts'
import { type KeyUse, recordKeyUses } from '../../store/keys/keyUses.ts'
import { addressOf } from '../http/clientAddress.ts'
import { newNetworks, notePeer, type Sighting } from './newNetworks.ts'

export interface Use {
  key: KeyState
  nowMs: number
  status: number
  /** The scopes that the request needed, if it was admitted. */
  scopes: readonly Scope[]
  /** The client's address, from `clientOf`. */
  peer: string
  /** Whether the key may be used from there. */
  allowed: boolean
  client: string | undefined
}

export interface KeyUses {
  note(use: Use): void
  flush(): Promise<void>
}

const clientLengthMax = 200

/** Counts of one key since the last write. */
interface Tally {
  workspaceId: string
  atMs: number
  peer: string
  client: string | undefined
  /** Keyed by day and status, combined into one number. */
  requests: Map<number, number>
  scopes: Map<Scope, number>
  /** The first use from each address. */
  peers: Map<string, Sighting>
}

export function keyUses(db: Database): KeyUses {
  let pending = new Map<string, Tally>()
  const networks = newNetworks()
  return {
    note({ key, nowMs, status, scopes, peer, allowed, client }) {
      const tally = tallyOf(pending, key.id, key.workspaceId)
      // A slow request may be noted after one that arrived later.
      if (nowMs >= tally.atMs) {
        tally.atMs = nowMs
        tally.peer = peer
        tally.client = client
      }
      notePeer(tally.peers, peer, nowMs, allowed)
      const slot = slotOf(nowMs, status)
      tally.requests.set(slot, (tally.requests.get(slot) ?? 0) + 1)
      if (status < 400) for (const scope of scopes) noteScope(tally, scope, nowMs)
    },
    async flush() {
      if (pending.size === 0) return
      const uses = pending
      pending = new Map()
      const write = async (part: UsesOfOne) => {
        await writePart(part)
        for (const keyId of part.uses.keys()) uses.delete(keyId)
      }
      try {
        const nodes = await byNode(db, uses)
        const done = await Promise.allSettled(nodes.map(parts => oneByOne(parts, write)))
        const failed = done.find(each => each.status === 'rejected')
        if (failed) throw failed.reason
      } finally {
        for (const [keyId, tally] of uses) addTo(tallyOf(pending, keyId, tally.workspaceId), tally)
      }
    },
  }

  async function writePart({ workspaceId, uses }: UsesOfOne): Promise<void> {
    const seen = networks.unknown(uses)
    await db.transaction(
      async connection => {
        await recordKeyUses(connection, [...uses].map(asStored))
        await recordKeyNetworks(connection, seen)
      },
      workspaceId === null ? {} : { workspaceId },
    )
    networks.remember(seen)
  }
}

/** Written in one transaction. */
interface UsesOfOne {
  /** Null for those of all workspaces. */
  workspaceId: string | null
  uses: ReadonlyMap<string, Tally>
}

/**
 * On one server everything is written at once. On a cluster each workspace is written by itself, those of one node one
 * after another: a node that is away keeps only its own from being written.
 */
async function byNode(db: Database, uses: ReadonlyMap<string, Tally>): Promise<UsesOfOne[][]> {
  if (db.groupByNode === undefined) return [[{ workspaceId: null, uses: new Map(uses) }]]
  const ofWorkspaces = grouped(uses, ([, { workspaceId }]) => workspaceId)
  const nodes = await db.groupByNode([...ofWorkspaces.keys()])
  return nodes.map(ids => ids.map(id => ({ workspaceId: id, uses: new Map(ofWorkspaces.get(id)) })))
}

async function oneByOne<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (const item of items) await work(item)
}

function tallyOf(tallies: Map<string, Tally>, keyId: string, workspaceId: string): Tally {
  let tally = tallies.get(keyId)
  if (tally === undefined) {
    tally = {
      workspaceId,
      atMs: 0,
      peer: '',
      client: undefined,
      requests: new Map(),
      scopes: new Map(),
      peers: new Map(),
    }
    tallies.set(keyId, tally)
  }
  return tally
}

function noteScope({ scopes }: Tally, scope: Scope, atMs: number): void {
  scopes.set(scope, Math.max(atMs, scopes.get(scope) ?? 0))
}

const shortened = (client: string | undefined): string | null =>
  client?.slice(0, clientLengthMax).toWellFormed().replaceAll('\0', '') ?? null

/** Adds counts that could not be written back to the current tally. */
function addTo(tally: Tally, older: Tally): void {
  if (older.atMs > tally.atMs) {
    const { atMs, peer, client } = older
    Object.assign(tally, { atMs, peer, client })
  }
  for (const [slot, count] of older.requests)
    tally.requests.set(slot, (tally.requests.get(slot) ?? 0) + count)
  for (const [scope, atMs] of older.scopes) noteScope(tally, scope, atMs)
  for (const [peer, sighting] of older.peers) notePeer(tally.peers, peer, sighting.atMs, sighting.allowed)
}

const dayMs = 24 * 60 * 60 * 1000
const statusesMax = 1_000

const slotOf = (nowMs: number, status: number): number => Math.floor(nowMs / dayMs) * statusesMax + status

const instantOf = (ms: number): string => new Date(ms).toISOString()

const asStored = ([keyId, { workspaceId, atMs, peer, client, requests, scopes }]: [
  string,
  Tally,
]): KeyUse => ({
  workspaceId,
  keyId,
  at: instantOf(atMs),
  address: addressOf(peer),
  client: shortened(client),
  requests: [...requests].map(([slot, count]) => ({
    day: instantOf(Math.floor(slot / statusesMax) * dayMs).slice(0, 10),
    status: slot % statusesMax,
    count,
  })),
  scopes: [...scopes].map(([scope, at]) => ({ scope, at: instantOf(at) })),
})
