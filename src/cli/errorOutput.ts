/** A failed command: one line on standard error, or with --json the API's error shape, and an exit code by kind. */
import type { ErrorBody } from '../contract/errors.ts'
import { Failure, type FailureKind } from '../main/failure.ts'
import { ApiFailure } from './access/apiFailure.ts'
import { exitCodes } from './exitCode.ts'

/** The codes that the API uses for the same. */
const bodies: Readonly<Record<FailureKind, Pick<ErrorBody, 'code' | 'status'>>> = {
  usage: { code: 'BAD_REQUEST', status: 400 },
  refused: { code: 'CONFLICT', status: 409 },
  notFound: { code: 'NOT_FOUND', status: 404 },
  unavailable: { code: 'UNAVAILABLE', status: 503 },
  other: { code: 'FAILED', status: 500 },
}

export const exitCodeOfError = (error: unknown): number =>
  error instanceof Failure ? exitCodes[error.kind] : exitCodes.other

/** Anything but a failure is a bug, so its stack trace is shown. */
export function errorOutput(error: unknown, json: boolean): string {
  if (json) return `${JSON.stringify(errorBodyOf(error))}\n`
  return error instanceof Failure ? `florin: ${error.message}\n` : `florin: ${(error as Error).stack}\n`
}

function errorBodyOf(error: unknown): ErrorBody {
  if (error instanceof ApiFailure) return { ...error.body, message: error.message }
  if (error instanceof Failure) return { defined: false, ...bodies[error.kind], message: error.message }
  const { message, stack } = error as Error
  return { defined: false, code: 'INTERNAL_ERROR', status: 500, message, data: { stack } }
}
