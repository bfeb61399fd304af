/** florin payees create, update and delete, through the API. */
import { randomUUID } from 'node:crypto'
import { type Body, createClient, type Payee } from '../../client/index.ts'
import type { Operation } from '../../contract/operation.ts'
import { operations } from '../../contract/operations.ts'
import { Failure } from '../../main/failure.ts'
import { accessFor, withAccess } from '../access/access.ts'
import { apiFailure } from '../access/apiFailure.ts'
import type { Environment } from '../access/profiles.ts'
import { optionFor, parametersOf } from './parameters.ts'
import type { PayeeCommand } from './shapes.ts'

type Input = Readonly<Record<string, string>>

const operationOf: Readonly<Record<PayeeCommand, Operation>> = {
  'payees create': operations.createPayee,
  'payees update': operations.updatePayee,
  'payees delete': operations.deletePayee,
}

export async function payeeCommand(command: PayeeCommand, input: Input, env: Environment) {
  const { id = '' } = input
  const operation = operationOf[command]
  const body = bodyOf(operation, input)
  const { payees } = withAccess(accessFor(command, input, env), createClient)
  try {
    if (command === 'payees create') {
      // With a key the client may repeat the request if the connection fails.
      const payee = await payees.create(body as Body<'createPayee'>, { idempotencyKey: randomUUID() })
      return { result: payee, lines: [`Created payee ${described(payee)}.`] }
    }
    if (command === 'payees update') {
      const payee = await payees.update(id, body)
      return { result: payee, lines: [`Changed payee ${described(payee)}.`] }
    }
    await payees.delete(id)
    return { result: { id, deleted: true }, lines: [`Deleted payee ${id}.`] }
  } catch (error) {
    if (error instanceof TypeError) throw new Failure(`${error.message}.`, 'usage')
    throw apiFailure(error, path => optionFor(operation, path))
  }
}

const described = ({ id, name, iban }: Payee): string => `${id} (${name}, ${iban})`

/** An option that clears a field sends null. */
function bodyOf({ body }: Operation, input: Input): Record<string, string | null> {
  const fields = parametersOf(body).flatMap(({ name, option }): [string, string | null][] => {
    const given = input[option]
    if (input[`clear-${option}`] === undefined) return given === undefined ? [] : [[name, given]]
    if (given !== undefined)
      throw new Failure(`--${option} and --clear-${option} cannot be used together.`, 'usage')
    return [[name, null]]
  })
  return Object.fromEntries(fields)
}
