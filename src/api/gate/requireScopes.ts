import type { Scope } from '../../contract/scopes.ts'
import { forbidden } from '../errors.ts'

export function requireScopes(required: readonly Scope[], granted: readonly Scope[]): void {
  const missing = required.filter(scope => !granted.includes(scope))
  if (missing.length > 0) throw forbidden(missing, required)
}
