#!/usr/bin/env node
import { builtProgram } from './build.js'

const program = await builtProgram()
if (program === null) {
  // The bundle cannot be saved here, so load the sources directly. That starts slowly but works the same.
  const { register } = await import('tsx/esm/api')
  register()
}
await import(program ?? '../src/cli/florin.ts')
