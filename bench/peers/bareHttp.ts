/**
 * The upper bound: Node's HTTP server, which sends the same bytes for every request. Usage: bareHttp.ts
 * <status> [file with the body]
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [status = '200', file] = process.argv.slice(2)
const body = file === undefined ? null : readFileSync(file)
const headers = body === null ? {} : { 'content-type': 'application/json', 'content-length': body.length }

const server = createServer((_, response) => {
  response.writeHead(Number(status), headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`)
})
process.on('SIGTERM', () => process.exit(0))
