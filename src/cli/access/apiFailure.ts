/** An error of the API as a failure of the command: the same body with --json, and a kind by its status. */
import { FlorinConnectionError, FlorinError } from '../../client/errors.ts'
import type { ErrorBody } from '../../contract/errors.ts'
import { Failure, type FailureKind } from '../../main/failure.ts'
import { withoutControls } from '../terminalText.ts'

export class ApiFailure extends Failure {
  override name = 'ApiFailure'
  readonly body: ErrorBody

  constructor(message: string, kind: FailureKind, body: ErrorBody) {
    super(message, kind)
    this.body = body
  }
}

const kinds: Readonly<Record<number, FailureKind>> = {
  400: 'usage',
  401: 'refused',
  403: 'refused',
  404: 'notFound',
  409: 'refused',
  410: 'refused',
  429: 'unavailable',
  503: 'unavailable',
}

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** Anything but an error of the client is returned as it is. `optionOf` names the option of a parameter. */
export function apiFailure(error: unknown, optionOf: (parameter: string) => string = name => name): unknown {
  if (error instanceof FlorinConnectionError) {
    return new Failure(withoutControls(sentence(error.message)), error.temporary ? 'unavailable' : 'other')
  }
  if (!(error instanceof FlorinError)) return error
  const { code, status, defined, data, issues } = error
  const message =
    issues.length === 0
      ? sentence(error.message)
      : issues.map(issue => sentence(`${optionOf(issue.path)} ${issue.message}`)).join(' ')
  const body = { defined, code, status, message, ...(data !== undefined && { data }) }
  return new ApiFailure(withoutControls(message), kinds[status] ?? 'other', body)
}
