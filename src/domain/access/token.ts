/** Tokens of sessions and of links that work once: 256 bits of chance, kept as their hash. */
import { hash, randomBytes } from 'node:crypto'

const tokenBytes = 32

export const newToken = (): string => randomBytes(tokenBytes).toString('base64url')

/** There is nothing to guess in a token, so one round of SHA-256 keeps it. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url')
