import type { Allowed } from './checkFiles.ts'

/** Patterns whose text is not known before the program runs, each with the reason why nobody can make it slow. */
export const allowed: Allowed = {}
