/** Paths of the console's pages. All serve the same file; the browser renders the page for the path. */
export const consolePaths = [
  '/',
  '/to-decide',
  '/transactions',
  '/accounts',
  '/bills',
  '/payees',
  '/settings/rules',
  '/imports',
  '/settings/workspace',
  '/settings/developer',
  '/settings/webhooks',
  '/settings/people',
  '/settings/audit',
  '/settings/security',
  '/sign-in',
  '/join',
] as const

export type ConsolePath = (typeof consolePaths)[number]

/** The token comes after the hash, which browsers never send, so it does not appear in any log or proxy. */
export const linkPath = (token: string): string => `/join#${token}`
