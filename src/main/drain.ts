/** Ends a server calmly: requests under way are answered, and connections without one are closed at once. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const drainTimeoutMs = 10_000

/** Watches the server's connections from now on; the function it gives back ends the server. */
export function drainable(server: Server, tls: boolean): () => Promise<void> {
  const underWay = new Map<Socket, number>()
  let draining = false

  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    underWay.set(socket, 0)
    socket.once('close', () => underWay.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (underWay.get(socket) ?? 1) - 1
      if (underWay.has(socket)) underWay.set(socket, left)
      if (draining && left === 0) socket.end()
    })
  })

  return async () => {
    draining = true
    const ended = new Promise<void>(settle => server.close(() => settle()))
    for (const [socket, requests] of underWay) if (requests === 0) socket.destroy()
    const deadline = setTimeout(() => server.closeAllConnections(), drainTimeoutMs)
    await ended
    clearTimeout(deadline)
  }
}
