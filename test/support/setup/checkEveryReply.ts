/** Runs before each test file: `fetch` itself checks replies against the contract, so no test can forget to. */
import { checkedFetch } from './contractCheck.ts'

globalThis.fetch = checkedFetch
