/** How many requests of a key may wait at the same time, and what is checked when a wait ends. */
import type { KeyState } from '../../store/keys/keyState.ts'
import { tooManyRequests } from '../errors.ts'
import type { Waiting } from '../http/call.ts'
import type { AppRequest } from '../http/reply.ts'
import type { ClockWatch } from './clockWatch.ts'

/** In each process. */
const waitingPerKeyMax = 4
const retryAfterSeconds = 1

export interface WaitingRoom {
  /** `recheck` throws if the request would not be admitted any more. */
  enter(key: Pick<KeyState, 'id' | 'workspaceId'>, request: AppRequest, recheck: () => Promise<void>): Waiting
}

export function waitingRoom(watch: ClockWatch): WaitingRoom {
  const waitingByKey = new Map<string, number>()

  function add(keyId: string, count: 1 | -1): void {
    const now = (waitingByKey.get(keyId) ?? 0) + count
    if (now === 0) waitingByKey.delete(keyId)
    else waitingByKey.set(keyId, now)
  }

  return {
    enter({ id: keyId, workspaceId }, request, recheck) {
      let hasPlace = false
      return {
        async untilAfter(clock, ms) {
          if (!hasPlace && (waitingByKey.get(keyId) ?? 0) >= waitingPerKeyMax) {
            const what = `${waitingPerKeyMax} requests with this key are waiting already.`
            throw tooManyRequests(retryAfterSeconds, what)
          }
          // Kept until the answer: a request that looks whether a change is for it goes on waiting if it is not.
          if (!hasPlace) add(keyId, 1)
          hasPlace = true
          const { signal, release } = disconnected(request)
          try {
            const moved = await watch.untilAfter(workspaceId, clock, ms, signal)
            await recheck()
            return moved
          } finally {
            release()
          }
        },
        end() {
          if (hasPlace) add(keyId, -1)
          hasPlace = false
        },
      }
    },
  }
}

/** A signal that aborts when the client disconnects. */
function disconnected({ socket }: AppRequest): { signal: AbortSignal; release(): void } {
  const controller = new AbortController()
  const abort = () => controller.abort()
  if (socket.destroyed) abort()
  socket.once?.('close', abort)
  return { signal: controller.signal, release: () => socket.off?.('close', abort) }
}
