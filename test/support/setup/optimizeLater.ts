/**
 * Makes V8 optimize a function only after it has run for longer than usual. Tests run most functions only a few times: by
 * default a third of the CPU time of the tests without a database went into compiling functions, many of which hardly ran
 * again. Later compilation saves them a fifth of their CPU time, and those with a database a twentieth. Tests of how long
 * a computation takes become stricter with it, not laxer.
 */
import { setFlagsFromString } from 'node:v8'

/** The bytecode that a function runs through before V8 considers optimizing it. Node 20 has 67,584. */
const bytecodeBytes = 500_000

/** For this process, whose threads run the tests. Programs that tests start are optimized as usual. */
export function optimizeLater(): void {
  setFlagsFromString(`--interrupt-budget=${bytecodeBytes}`)
}
