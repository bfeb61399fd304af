/**
 * An independent record of what was ever written to a workspace: triggers that only tests create note every version of
 * every row with the stamp of its write. From it follows what a copy must contain at any clock, although writers have
 * long gone on.
 */
import { type ChangeResource, changeResources } from '../../../src/contract/changes.ts'
import type { Connection } from '../../../src/store/engine/door.ts'
import { feedTables } from '../../../src/store/feed/feedTables.ts'
import { RunningDigest } from './digests.ts'

export interface Version {
  resource: ChangeResource
  id: string
  companyId: string | null
  /** Null if the row was deleted. */
  at: string | null
  /** Of the write. */
  stamp: string
}

/** Starts the record with the rows that are there. */
export async function recordHistory(connection: Connection): Promise<void> {
  await connection.script(`
    create table feed_history (
      number bigint generated always as identity primary key,
      workspace_id text collate "C", resource text, id text collate "C", company_id text, at timestamptz(3),
      stamp timestamptz(3) not null default write_stamp()
    );
    create index on feed_history (workspace_id, stamp, number);
    ${changeResources.map(triggersSql).join('\n')}
  `)
}

function triggersSql(resource: ChangeResource): string {
  const { name, stamp, company } = feedTables[resource]
  const noted = `insert into feed_history (workspace_id, resource, id, company_id, at)
      select t.workspace_id, '${resource}', t.id, ${company ?? 'null'}`
  return `
    insert into feed_history (workspace_id, resource, id, company_id, at, stamp)
    select t.workspace_id, '${resource}', t.id, ${company ?? 'null'}, ${stamp}, w.clock
    from ${name} t join workspaces w using (workspace_id);
    create function history_of_${name}() returns trigger language plpgsql as $$ begin
      ${noted}, ${stamp} from written t; return null; end $$;
    create function history_of_deleted_${name}() returns trigger language plpgsql as $$ begin
      ${noted}, null from gone t; return null; end $$;
    create trigger history_inserted after insert on ${name}
      referencing new table as written for each statement execute function history_of_${name}();
    create trigger history_updated after update on ${name}
      referencing new table as written for each statement execute function history_of_${name}();
    create trigger history_deleted after delete on ${name}
      referencing old table as gone for each statement execute function history_of_deleted_${name}();`
}

/** How many versions were noted, in all workspaces. */
export async function countHistory(connection: Connection): Promise<number> {
  const [row] = await connection.query<{ count: number }>('select count(*)::int as count from feed_history')
  return row?.count ?? 0
}

export const readHistory = (connection: Connection, workspaceId: string): Promise<Version[]> =>
  connection.query<Version>(
    `select resource, id, company_id as "companyId", at, stamp from feed_history
     where workspace_id = $1 order by stamp, number`,
    [workspaceId],
  )

/** What someone saw at a clock: a copy that was up to date, or a digest of the service. */
export interface Observation {
  by: string
  clock: string
  companyId: string | null
  /** Number of rows and digest, by resource. */
  digests: Partial<Record<ChangeResource, string>>
}

/** Compares every observation with the record, and describes what differs. */
export function judge(
  history: readonly Version[],
  observations: readonly Observation[],
): { comparisons: number; findings: string[] } {
  const state = new State()
  const findings: string[] = []
  let [next, comparisons] = [0, 0]
  for (const { by, clock, companyId, digests } of observations.toSorted(byClock)) {
    for (let version = history[next]; version && version.stamp <= clock; version = history[next]) {
      state.apply(version)
      next += 1
    }
    for (const [resource, digest] of Object.entries(digests)) {
      comparisons += 1
      const expected = state.digestOf(resource as ChangeResource, companyId)
      if (digest !== expected)
        findings.push(`${by} at ${clock}: ${resource} is ${digest}, but should be ${expected}`)
    }
  }
  return { comparisons, findings }
}

const byClock = (a: Observation, b: Observation): number =>
  a.clock < b.clock ? -1 : a.clock > b.clock ? 1 : 0

/** The rows at one clock, and their digests for the workspace and for each company. */
class State {
  readonly #rows = new Map<string, { at: string; companyId: string | null }>()
  readonly #digests = new Map<string, RunningDigest>()

  apply({ resource, id, companyId, at }: Version): void {
    const name = `${resource} ${id}`
    const before = this.#rows.get(name)
    if (before !== undefined) this.#each(resource, before.companyId, digest => digest.subtract(id, before.at))
    if (at === null) this.#rows.delete(name)
    else {
      this.#rows.set(name, { at, companyId })
      this.#each(resource, companyId, digest => digest.add(id, at))
    }
  }

  /** Categories belong to every company. */
  digestOf(resource: ChangeResource, companyId: string | null): string {
    return String(this.#digest(resource, resource === 'category' ? null : companyId))
  }

  #each(resource: ChangeResource, companyId: string | null, work: (digest: RunningDigest) => void): void {
    work(this.#digest(resource, null))
    if (companyId !== null) work(this.#digest(resource, companyId))
  }

  #digest(resource: ChangeResource, companyId: string | null): RunningDigest {
    const name = JSON.stringify([resource, companyId])
    const digest = this.#digests.get(name) ?? new RunningDigest()
    this.#digests.set(name, digest)
    return digest
  }
}
