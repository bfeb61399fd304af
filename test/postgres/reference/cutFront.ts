/** A TCP proxy to the test server that breaks its connection after a given number of bytes from the server. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface CutFront {
  url: string
  /** Calls `act` once the server has sent so many more bytes to the newest client. `act` decides what happens then. */
  onBytes(count: number, act: (link: Link) => void): void
  /** Breaks the newest connection now. */
  cut(how: How): void
  close(): Promise<void>
}

/** Hang up in order, or reset. */
export type How = 'end' | 'reset'

interface Link {
  cut(how: How): void
}

export async function openCutFront(serverUrl: string): Promise<CutFront> {
  const { searchParams, port } = new URL(serverUrl)
  const path = `${searchParams.get('host')}/.s.PGSQL.${port}`
  const sockets = new Set<Socket>()
  let newest: Link = { cut: () => undefined }
  let left = Number.POSITIVE_INFINITY
  let act: (link: Link) => void = () => undefined

  const server = createServer(client => {
    const upstream = connect(path)
    const link: Link = {
      cut(how) {
        upstream.destroy()
        if (how === 'end') client.end()
        else client.resetAndDestroy()
      },
    }
    newest = link
    left = Number.POSITIVE_INFINITY
    for (const each of [client, upstream]) {
      sockets.add(each)
      each.on('error', () => undefined).on('close', () => sockets.delete(each))
    }
    client.on('data', chunk => upstream.write(chunk)).on('close', () => upstream.destroy())
    upstream.on('close', () => client.end())
    upstream.on('data', chunk => {
      // The client gets exactly the bytes up to the place, which may be in the middle of a message.
      client.write(chunk.subarray(0, left))
      if (chunk.length < left) left -= chunk.length
      else {
        const rest = chunk.subarray(left)
        left = Number.POSITIVE_INFINITY
        act(link)
        if (client.writable) client.write(rest)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(serverUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  url.searchParams.delete('host')
  return {
    url: url.href,
    onBytes(count, then) {
      left = count
      act = then
    },
    cut: how => newest.cut(how),
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
