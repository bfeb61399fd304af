/** Where the console's pages are. Each is the same file; the page that a path means is drawn in the browser. */
export const consolePaths = [
  '/',
  '/transactions',
  '/bills',
  '/payees',
  '/settings/rules',
  '/imports',
  '/settings/developer',
  '/settings/people',
  '/settings/audit',
  '/settings/security',
  '/sign-in',
  '/join',
] as const

export type ConsolePath = (typeof consolePaths)[number]

/** A link's token stands behind the hash, which a browser never sends: no log and no proxy ever has it. */
export const linkPath = (token: string): string => `/join#${token}`
