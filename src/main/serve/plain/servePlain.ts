/** Puts the reader of plain requests in front of node's HTTP server. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { PlainConnection, type PlainHandler } from './plainConnection.ts'

type TakeOver = (this: Server, socket: Socket) => void

/** `event` is when the server has a new connection: `connection`, or `secureConnection` for TLS. */
export function servePlain(
  server: Server,
  event: 'connection' | 'secureConnection',
  answer: PlainHandler['answer'],
): void {
  // Node's own listener, which starts its parser on a connection.
  const [nodes] = server.listeners(event) as TakeOver[]
  if (nodes === undefined) throw new Error('This HTTP server does not listen to its connections.')
  server.off(event, nodes)
  const sockets = new Set<Socket>()
  const handler: PlainHandler = {
    answer,
    takeOver(socket) {
      sockets.delete(socket)
      nodes.call(server, socket)
    },
  }
  server.on(event, (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    new PlainConnection(socket, handler)
  })
  const closeNodes = server.closeAllConnections.bind(server)
  server.closeAllConnections = () => {
    for (const socket of sockets) socket.destroy()
    closeNodes()
  }
}
