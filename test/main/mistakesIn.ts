import { expect } from 'vitest'
import { readConfig } from '../../src/main/config.ts'
import { Failure } from '../../src/main/failure.ts'

/** The error message, which must be one line. */
export function mistakesIn(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(Failure)
    const { message } = error as Failure
    expect(message).not.toContain('\n')
    return message
  }
  throw new Error('the configuration was taken')
}
