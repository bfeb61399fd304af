/** E-invoices: how many make a bill, and how many of their checks pass. */

import { UnreadableFile } from '../../src/import/files/problem.ts'
import type { Format } from '../../src/import/format.ts'
import { type InvoiceResult, readInvoices } from '../../src/import/invoices/readInvoice.ts'
import { type Outcome, refused } from './outcome.ts'

const kinds = new Set(['ubl', 'cii', 'zugferd1', 'fatturapa', 'p7m', 'pdf'])

export async function readInvoiceFile(bytes: Uint8Array, { kind }: Format): Promise<Outcome | null> {
  if (!kinds.has(kind)) return null
  try {
    return outcomeOf(kind, bytes)
  } catch (error) {
    if (error instanceof UnreadableFile) return refused(kind, error)
    throw error
  }
}

function outcomeOf(kind: string, bytes: Uint8Array): Outcome {
  const outcomes = readInvoices(bytes).map(outcomeOfOne)
  const [first] = outcomes
  const counts: Record<string, number> = {}
  for (const each of outcomes)
    for (const [name, count] of Object.entries(each.counts)) counts[name] = (counts[name] ?? 0) + count
  const format = first?.format
  const outside = kind === 'pdf' || kind === 'p7m'
  return {
    family: outside ? `${kind} ${format ?? 'without'}` : (format ?? kind),
    refusal: null,
    counts,
    remarks: outcomes.flatMap(({ remarks }) => remarks),
  }
}

function outcomeOfOne(result: InvoiceResult) {
  const { checks = [], problems = [], format } = result.invoice ?? {}
  const wrong = checks.filter(({ ok }) => !ok)
  const errors = problems.filter(({ severity }) => severity === 'error')
  const counts = {
    bills: result.outcome === 'read' ? 1 : 0,
    failed: result.outcome === 'failed' ? 1 : 0,
    'checks passed': checks.length - wrong.length,
    'checks failed': wrong.length,
    errors: errors.length,
    notes: problems.length - errors.length,
  }
  const remarks = [
    ...(result.outcome === 'failed' ? [`failed: ${result.reason}`] : []),
    ...wrong.map(({ name, detail }) => `check ${name}: ${detail}`),
    ...problems.map(({ severity, line, at, reason }) => `${severity}: line ${line ?? '?'}, ${at}: ${reason}`),
  ]
  return { format, counts, remarks }
}
