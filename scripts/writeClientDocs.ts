/** `npm run openapi`: writes docs/client.md, the reference of the client's methods, from the contract and the sources. */
import { writeFileSync } from 'node:fs'
import { clientReference } from './pack/clientReference.ts'

writeFileSync(new URL('../docs/client.md', import.meta.url), clientReference())
