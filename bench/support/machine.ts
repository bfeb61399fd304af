/** The machine the figures were measured on, without which they mean little. */
import { cpus, totalmem } from 'node:os'
import { hasPgbench, loadTool } from '../load/load.ts'
import { pgbenchClients } from '../load/pgbench.ts'
import { serverFacts } from './serverFacts.ts'

export function machine() {
  const cores = cpus()
  return {
    processor: cores[0]?.model.trim() ?? 'unknown',
    cores: cores.length,
    memoryGigabytes: Math.round(totalmem() / 1024 ** 3),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    loadTool,
    pgbench: hasPgbench ? `${pgbenchClients} connections` : 'not installed',
    postgres: serverFacts(),
  }
}

export function describeMachine({
  processor,
  cores,
  memoryGigabytes,
  node,
}: ReturnType<typeof machine>): string {
  return `${processor}, ${cores} cores shared by all, ${memoryGigabytes} GB, Node ${node.slice(1)}, load by ${loadTool}`
}
