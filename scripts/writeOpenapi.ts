/** Writes openapi.json from the contract. A test fails if the committed file differs. */
import { writeFileSync } from 'node:fs'
import { openapiDocument } from '../src/contract/openapi.ts'

writeFileSync(new URL('../openapi.json', import.meta.url), `${JSON.stringify(openapiDocument(), null, 2)}\n`)
