#!/usr/bin/env node
// The sources are TypeScript and run as they are: tsx strips the types as each file is loaded.
import { register } from 'tsx/esm/api'

register()
await import('../src/cli/florin.ts')
