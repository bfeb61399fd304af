/** What a key may do. A key can have any subset of these, including none. */
export const scopeDescriptions = {
  'companies:read': 'List companies.',
  'accounts:read': 'Read accounts and balances.',
  'transactions:read': 'Read transactions.',
  'categories:read': 'Read categories.',
  'bills:read': 'Read bills and their status.',
  'payees:read': 'Read payees.',
  'payees:write': 'Create, change and delete payees.',
} as const

export type Scope = keyof typeof scopeDescriptions

export const scopes = Object.keys(scopeDescriptions) as [Scope, ...Scope[]]

export function isScope(word: string): word is Scope {
  return Object.hasOwn(scopeDescriptions, word)
}
