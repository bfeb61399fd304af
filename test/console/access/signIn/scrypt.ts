/** Watches Node's scrypt, or makes it cheap for tests about other things. */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, beforeAll } from 'vitest'

type Scrypt = typeof crypto.scrypt

/** Replaces scrypt for all importers, also by name; returns a function that restores the original. */
export function replaceScrypt(other: (own: Scrypt) => Scrypt): () => void {
  const { scrypt } = crypto
  const put = (next: Scrypt) => {
    crypto.scrypt = next
    syncBuiltinESMExports()
  }
  put(other(scrypt))
  return () => put(scrypt)
}

type Work = Parameters<Scrypt>

/** Makes hashes cheap for the tests of a file or a describe. */
export function useCheapHashes(): void {
  let restore = () => {}
  beforeAll(() => {
    restore = replaceScrypt(
      scrypt =>
        ((password: Work[0], salt: Work[1], length: number, _costs: object, done: Work[4]) =>
          scrypt(password, salt, length, { N: 2, r: 8, p: 1 }, done)) as Scrypt,
    )
  })
  afterAll(() => restore())
}

export interface Derivation {
  /** N, r and p. */
  costs: object
  /** Number of derived bytes. */
  length: number
}

/** The derivations during the work, with their cost. */
export async function derivationsIn(work: () => Promise<void>): Promise<Derivation[]> {
  const seen: Derivation[] = []
  const restore = replaceScrypt(
    scrypt =>
      ((password: Work[0], salt: Work[1], length: number, costs: object, done: Work[4]) => {
        seen.push({ costs: { ...costs }, length })
        return scrypt(password, salt, length, costs, done)
      }) as Scrypt,
  )
  try {
    await work()
  } finally {
    restore()
  }
  return seen
}

/** Derivations wait until they are released one by one. */
export function heldScrypt() {
  const held: (() => void)[] = []
  const restore = replaceScrypt(
    () =>
      ((_password: Work[0], _salt: Work[1], length: number, _costs: object, done: Work[4]) => {
        held.push(() => done(null, Buffer.alloc(length)))
      }) as Scrypt,
  )
  return { held, restore }
}

/** Derivations wait until they are released together; later ones run at once. */
export function gatedScrypt() {
  let letGo = () => {}
  const gate = new Promise<void>(settle => {
    letGo = settle
  })
  const begun: number[] = []
  const restore = replaceScrypt(
    scrypt =>
      ((password: Work[0], salt: Work[1], length: number, costs: object, done: Work[4]) => {
        begun.push(length)
        void gate.then(() => scrypt(password, salt, length, costs, done))
      }) as Scrypt,
  )
  return { begun, letGo, restore }
}
