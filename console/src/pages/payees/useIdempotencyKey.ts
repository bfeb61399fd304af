/**
 * One key per attempt: pressing the button again after a lost response saves one payee, not two. Another body is another
 * attempt, and so is the same body after an error, which the service would repeat for the old key.
 */
import { useRef } from 'react'
import { FlorinError } from '../../api/errors.ts'

const none = { body: '', key: '' }

export function useIdempotencyKey() {
  const last = useRef(none)
  return async <Result>(body: unknown, send: (key: string) => Promise<Result>): Promise<Result> => {
    const text = JSON.stringify(body)
    if (last.current.body !== text) last.current = { body: text, key: randomKey() }
    try {
      return await send(last.current.key)
    } catch (error) {
      if (error instanceof FlorinError && error.status < 500) last.current = none
      throw error
    }
  }
}

/** crypto.randomUUID needs https or localhost; a console in a private network may have neither. */
const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')
