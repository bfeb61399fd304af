/** Runs before each test file: `fetch` itself checks answers against the contract, so that no test can forget to. */
import { checkedFetch } from './contractCheck.ts'

globalThis.fetch = checkedFetch
