/** A way over TCP to the test server, which listens on a socket file alone; encrypted, where there is a certificate. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import { TLSSocket } from 'node:tls'

export interface Certificate {
  key: string
  cert: string
}

export interface Front {
  /** The server's URL over TCP; the rest is as it was. */
  urlOf(url: string): URL
  /** How many connections came in. */
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
    // Whichever side ends, so does the other; why is no concern of what lies between.
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

/** The first eight bytes: their number, and the code that asks for encryption. */
const encryptionRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

async function encrypted(socket: Socket, certificate: Certificate): Promise<TLSSocket> {
  const [request] = (await once(socket, 'data')) as [Buffer]
  if (!request.equals(encryptionRequest)) throw new Error('The client does not ask for encryption.')
  socket.write('S')
  return new TLSSocket(socket, { isServer: true, ...certificate })
}
