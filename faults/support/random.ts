/** Pseudo-random choices from a seed, so that a run can be repeated. */
import { type RandomStream, randomStream } from '../../src/demo/random.ts'

export type Random = RandomStream

export const randomFrom = (seed: number): Random => randomStream(`seed ${seed}`)
