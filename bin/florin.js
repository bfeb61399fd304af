#!/usr/bin/env node
import { builtProgram } from './build.js'

const program = await builtProgram()
if (program === null) {
  // Nothing can be kept here: each source is taken by itself, which is slow to start and otherwise the same.
  const { register } = await import('tsx/esm/api')
  register()
}
await import(program ?? '../src/cli/florin.ts')
