/** The commands that read and write through the API, made from the contract's operations. */
import { operations } from '../../contract/operations.ts'
import { accessOptions } from '../access/shapes.ts'
import type { CommandShape, OptionShape } from '../shape.ts'
import { type Parameter, parametersOf } from './parameters.ts'

/** The operation behind `florin … list`. */
export const listOperations = {
  transactions: 'listTransactions',
  accounts: 'listAccounts',
  bills: 'listBills',
  companies: 'listCompanies',
  categories: 'listCategories',
  payees: 'listPayees',
} as const

export type ListName = keyof typeof listOperations
export type ListCommand = `${ListName} list`

export const formats = ['table', 'json', 'ndjson', 'csv'] as const

const formatOption: OptionShape = {
  value: 'FORMAT',
  summary: `how rows are printed: ${formats.join(', ')} (default: table)`,
  choices: formats,
}

const limitOption: OptionShape = { value: 'N', summary: 'print at most this many rows' }

const asOptions = (parameters: readonly Parameter[]): Record<string, OptionShape> =>
  Object.fromEntries(parameters.map(({ option, shape }) => [option, shape]))

const listShapes = Object.fromEntries(
  Object.entries(listOperations).map(([name, id]): [string, CommandShape] => {
    const operation = operations[id]
    const query = 'query' in operation ? operation.query : undefined
    return [
      `${name} list`,
      {
        summary: `List ${name} with an API key`,
        options: {
          ...asOptions(parametersOf(query)),
          ...(query !== undefined && 'limit' in query.shape && { limit: limitOption }),
          format: formatOption,
          ...accessOptions,
        },
      },
    ]
  }),
) as Record<ListCommand, CommandShape>

export const payeeShapes = {
  'payees create': {
    summary: 'Save a payee with an API key',
    options: { ...asOptions(parametersOf(operations.createPayee.body)), ...accessOptions },
  },
  'payees update': {
    summary: 'Change a payee; what is left out does not change',
    operands: ['ID'],
    options: { ...asOptions(parametersOf(operations.updatePayee.body)), ...accessOptions },
    flags: { 'clear-default-reference': 'remove the default reference' },
  },
  'payees delete': {
    summary: 'Delete a payee',
    operands: ['ID'],
    options: accessOptions,
  },
} satisfies Record<string, CommandShape>

export const readShapes = { ...listShapes, ...payeeShapes }

export type PayeeCommand = keyof typeof payeeShapes

export const isListCommand = (command: string): command is ListCommand => Object.hasOwn(listShapes, command)
export const isPayeeCommand = (command: string): command is PayeeCommand =>
  Object.hasOwn(payeeShapes, command)
