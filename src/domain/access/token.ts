/** Tokens of sessions and one-time links: 256 random bits, stored as a hash. */
import { hash, randomBytes } from 'node:crypto'

const tokenBytes = 32

export const newToken = (): string => randomBytes(tokenBytes).toString('base64url')

/** Tokens cannot be guessed, so a single round of SHA-256 is enough. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url')
