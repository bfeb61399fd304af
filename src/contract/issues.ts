/** zod's issues in the house's words. Our schemas bring their own messages; what is left are missing and unknown fields. */
import type { z } from 'zod'
import type { ValidationIssue } from './errors.ts'

/** A text of a few kilobytes can have thousands of mistakes, and nobody reads more than the first. */
const issuesMax = 100

/** `at` stands before each path, for input that is itself a part of something. */
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
