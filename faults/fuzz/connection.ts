/** Sends pipelined requests on one raw connection, and notes which answer belongs to which. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { AnswerReader } from './answers.ts'

export interface RawRequest {
  method: string
  bytes: Buffer
  /** Breaks the framing, so that nothing can follow it on the same connection. */
  last: boolean
}

/** Null where the connection ended without an answer. */
export type Status = number | null

const answerMsMax = 20_000
/** What has no end, or a wrong length, may never be answered: the service waits for the rest. */
const brokenMsMax = 100

/** A status for each request that was answered; fewer than there are requests where the connection ended. */
export async function exchange(
  port: number,
  requests: readonly RawRequest[],
  write: (socket: Socket) => Promise<void> = async socket => {
    socket.write(Buffer.concat(requests.map(({ bytes }) => bytes)))
  },
): Promise<Status[]> {
  const statuses: Status[] = []
  const reader = new AnswerReader(requests.map(({ method }) => method))
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
  const framed = requests.filter(({ last }) => !last).length
  let patience: NodeJS.Timeout | undefined
  await new Promise<void>((settle, fail) => {
    const wait = () => {
      clearTimeout(patience)
      const isBroken = statuses.length >= framed
      patience = setTimeout(
        () => (isBroken ? settle() : fail(new Error(`No answer within ${answerMsMax} ms.`))),
        isBroken ? brokenMsMax : answerMsMax,
      )
    }
    wait()
    socket.on('data', (piece: Buffer) => {
      const answers = reader.take(piece)
      for (const { status } of answers) statuses.push(status)
      if (statuses.length >= requests.length || answers.some(({ closes }) => closes)) settle()
      else wait()
    })
    socket.on('error', () => settle())
    socket.on('close', () => settle())
    socket.on('end', () => settle())
    socket.on('connect', () => void write(socket).catch(() => settle()))
  }).finally(() => {
    clearTimeout(patience)
    socket.destroy()
  })
  return statuses
}

/** One byte after the other, with pauses, from the given place on. */
export async function trickle(socket: Socket, bytes: Buffer, from: number, pauseMs: number): Promise<void> {
  socket.write(bytes.subarray(0, from))
  for (let at = from; at < bytes.length && socket.writable; at += 1) {
    socket.write(bytes.subarray(at, at + 1))
    await sleep(pauseMs)
  }
}
