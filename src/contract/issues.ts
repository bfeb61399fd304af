/** Turns zod's issues into ours. Schemas have their own messages, so this only words missing and unknown fields. */
import type * as z from 'zod'
import type { ValidationIssue } from './errors.ts'

/** A few kilobytes of input can have thousands of issues, and nobody reads more than the first few. */
const issuesMax = 100

/** `at` is put before each path, for input that is part of something larger. */
export function validationIssues(error: z.core.$ZodError, input: unknown, at = ''): ValidationIssue[] {
  return error.issues.slice(0, issuesMax).flatMap(issue => {
    const path = [...(at ? [at] : []), ...issue.path.map(String)].join('.')
    if (issue.code === 'unrecognized_keys') {
      return issue.keys
        .slice(0, issuesMax)
        .map(key => ({ path: path ? `${path}.${key}` : key, message: 'is not a known field' }))
    }
    if (valueAt(input, issue.path) === undefined) return [{ path, message: 'is required' }]
    if (issue.code === 'invalid_type' && issue.expected === 'object') {
      return [{ path, message: 'must be a JSON object' }]
    }
    return [{ path, message: issue.message }]
  })
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<PropertyKey, unknown>)[step]
  }
  return value
}
