/** Receives messages over HTTPS on loopback. Paths that start with /hang get no reply. */
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { ellipticCurve, makeCertificate } from '../../test/support/certificate.ts'
import { undoLater } from '../support/cleanup.ts'

export interface Arrival {
  path: string
  atMs: number
  workspaceId: string
  /** The workspace clock in the message. */
  clock: string
}

export interface Receiver {
  url: string
  /** The certificate that the service must trust. */
  caPath: string
  arrivals: Arrival[]
}

export async function startReceiver(folder: string): Promise<Receiver> {
  mkdirSync(folder, { recursive: true })
  const files = makeCertificate(folder, [], ellipticCurve)
  const arrivals: Arrival[] = []
  const options = { cert: readFileSync(files.cert), key: readFileSync(files.key) }
  const server = createServer(options, (request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => {
      body += piece
    })
    request.on('end', () => {
      const path = request.url ?? ''
      const { data } = JSON.parse(body) as { data: { workspaceId: string; clock: string } }
      arrivals.push({ path, atMs: performance.now(), workspaceId: data.workspaceId, clock: data.clock })
      if (!path.startsWith('/hang')) response.writeHead(204).end()
    })
  })
  await new Promise<void>(settle => server.listen(0, '127.0.0.1', settle))
  undoLater(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, caPath: files.cert, arrivals }
}
