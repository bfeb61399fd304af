/**
 * Reads a workspace file: returns lists of elements in the API's shape, or problems that name the list,
 * index and field. Pure; the loader checks references.
 */
import type * as z from 'zod'
import { validationIssues } from '../../contract/issues.ts'
import {
  type ListName,
  listNames,
  type WorkspaceFile,
  workspaceFileHead,
  workspaceFileLists,
} from '../../contract/workspaceFile.ts'

/** The file cannot be loaded; nothing was stored. */
export class BadWorkspaceFile extends Error {
  override name = 'BadWorkspaceFile'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    const shown = problems.slice(0, problemsMax)
    const rest = shown.length > 1 ? ` (and ${shown.length - 1} more)` : ''
    super(`The workspace file was not loaded: ${shown[0]}${rest}`)
    this.problems = shown
  }
}

/** Enough to fix a file; one that is wrong throughout would fill the screen. */
const problemsMax = 100

export function parseWorkspaceFile(text: string): WorkspaceFile {
  const content = parseJson(text)
  const problems: string[] = []
  const head = workspaceFileHead.safeParse(content.workspace)
  if (!head.success) problems.push(...describe('workspace', head.error, content.workspace))
  for (const name of Object.keys(content)) {
    if (name !== 'workspace' && !listNames.includes(name as ListName)) {
      problems.push(`${name} is not a list that a workspace file can have`)
    }
  }
  const lists = Object.fromEntries(listNames.map(name => [name, parseList(name, content[name], problems)]))
  if (problems.length > 0 || !head.success) throw new BadWorkspaceFile(problems)
  return { workspace: head.data, ...lists } as WorkspaceFile
}

function parseJson(text: string): Record<string, unknown> {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    const reason = (error as Error).message.replace(/\s+/g, ' ')
    throw new BadWorkspaceFile([`it is not valid JSON (${reason})`])
  }
  if (typeof content === 'object' && content !== null && !Array.isArray(content)) {
    return content as Record<string, unknown>
  }
  throw new BadWorkspaceFile(['it must contain a JSON object with "workspace" and lists'])
}

function parseList(name: ListName, content: unknown, problems: string[]): unknown[] {
  if (content === undefined) return []
  if (!Array.isArray(content)) {
    problems.push(`${name} must be a list`)
    return []
  }
  const firstIndex = new Map<string, number>()
  const elements: unknown[] = []
  for (const [index, element] of content.entries()) {
    if (problems.length >= problemsMax) break
    const parsed = workspaceFileLists[name].safeParse(element)
    if (!parsed.success) {
      problems.push(...describe(`${name}[${index}]`, parsed.error, element))
      continue
    }
    for (const [what, value] of uniqueKeys(name, parsed.data)) {
      const earlier = firstIndex.get(value)
      if (earlier !== undefined)
        problems.push(`${name}[${index}] has the same ${what} as ${name}[${earlier}]`)
      firstIndex.set(value, index)
    }
    problems.push(...stampProblems(parsed.data).map(problem => `${name}[${index}].${problem}`))
    elements.push(parsed.data)
  }
  return elements
}

/**
 * A full sync asks for everything changed after 1970-01-01T00:00:00.000Z, so a row stamped at or before that
 * would never be seen.
 */
const earliestStamp = '1970-01-01T00:00:00.000Z'
/** A workspace's clock starts at the latest timestamp in its file and must be able to continue from there. */
const latestStamp = '9000-01-01T00:00:00.000Z'

function stampProblems({ createdAt, updatedAt }: { createdAt: string; updatedAt?: string }): string[] {
  const problems: string[] = []
  if (createdAt >= latestStamp) problems.push(`createdAt must be before ${latestStamp}`)
  if (updatedAt !== undefined && updatedAt >= latestStamp)
    problems.push(`updatedAt must be before ${latestStamp}`)
  if (updatedAt !== undefined && updatedAt <= earliestStamp)
    problems.push(`updatedAt must be after ${earliestStamp}`)
  return problems
}

/** Keys that must be unique within a list. */
function uniqueKeys(name: ListName, element: Record<string, unknown>): [what: string, value: string][] {
  const keys: [string, string][] = [['id', JSON.stringify(['id', element.id])]]
  if (name === 'categories') keys.push(['slug', JSON.stringify(['slug', element.slug])])
  if (name === 'payees') keys.push(['companyId and iban', JSON.stringify([element.companyId, element.iban])])
  return keys
}

const describe = (where: string, error: z.ZodError, input: unknown): string[] =>
  validationIssues(error, input, where).map(({ path, message }) => `${path} ${message}`)
