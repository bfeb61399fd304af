/** A TCP proxy to the test server, which only listens on a Unix socket. Uses TLS if it gets a certificate. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import { TLSSocket } from 'node:tls'

export interface Certificate {
  key: string
  cert: string
}

export interface Front {
  /** The given URL with the proxy's host and port. */
  urlOf(url: string): URL
  /** Number of connections accepted so far. */
  readonly connections: number
  close(): Promise<void>
}

export async function openFront(url: string, certificate?: Certificate): Promise<Front> {
  const { searchParams, port } = new URL(url)
  const path = `${searchParams.get('host')}/.s.PGSQL.${port}`
  const sockets = new Set<Duplex>()
  let connections = 0
  const server = createServer(async socket => {
    connections += 1
    const upstream = connect(path)
    for (const each of [socket, upstream]) sockets.add(each)
    const plain = certificate === undefined ? socket : await encrypted(socket, certificate)
    // If one side ends, so does the other. The reason does not matter here.
    pipeline(plain, upstream, () => undefined)
    pipeline(upstream, plain, () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    urlOf(given) {
      const target = new URL(given)
      target.hostname = '127.0.0.1'
      target.port = String((server.address() as AddressInfo).port)
      target.searchParams.delete('host')
      return target
    },
    get connections() {
      return connections
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** SSLRequest: its length and its code. */
const encryptionRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

async function encrypted(socket: Socket, certificate: Certificate): Promise<TLSSocket> {
  const [request] = (await once(socket, 'data')) as [Buffer]
  if (!request.equals(encryptionRequest)) throw new Error('The client does not ask for encryption.')
  socket.write('S')
  return new TLSSocket(socket, { isServer: true, ...certificate })
}
