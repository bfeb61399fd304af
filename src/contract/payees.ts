import * as z from 'zod'
import { operation } from './operation.ts'
import { companyIdParameter, id, instant, listOf, requestedId, text } from './primitives.ts'

export const payeesPerCompanyMax = 10_000
export const payeeNameLengthMax = 70
export const ibanInputLengthMin = 15
export const ibanInputLengthMax = 42
export const referenceLengthMax = 35

const name = text({ min: 1, max: payeeNameLengthMax, trim: true })
  .refine(value => value === '' || /[^\p{C}\p{Z}]/u.test(value), 'must not be blank')
  .meta({
    description: 'Name of the beneficiary. Surrounding white space is removed.',
    examples: ['Papierwerk Süd AG'],
  })

const ibanInput = text({ min: ibanInputLengthMin, max: ibanInputLengthMax }).meta({
  description:
    'In any formatting. It is validated (country, length, structure, check digits) and normalised.',
  examples: ['DE89 3704 0044 0532 0130 00'],
})

const reference = text({ min: 1, max: referenceLengthMax })
  .refine(
    value => /^[A-Za-z0-9\-?.+,/':() ]*$/.test(value),
    "may contain only ASCII letters, digits, spaces and - ? . + , / ' : ( )",
  )
  .meta({
    description: "Default remittance reference: ASCII letters, digits, spaces and `- ? . + , / ' : ( )`.",
    pattern: "^[A-Za-z0-9\\-?.+,/':() ]*$",
    examples: ['Customer 20417'],
  })

export const payee = z
  .object({
    id: id('Opaque id of the payee.', 'pye_01JZ7Q4W0G3V8N5K2M9R6T1XYJ'),
    companyId: id('The company that pays the payee.', 'com_01JZ7Q4W0G3V8N5K2M9R6T1XYD'),
    name,
    iban: z
      .string('must be a string')
      .regex(/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/, 'must be an IBAN in upper case without spaces')
      .meta({ description: 'Normalised: upper case, no spaces.', examples: ['DE89370400440532013000'] }),
    defaultReference: reference.nullable(),
    lastUsedAt: instant('When a transfer to this payee was last initiated.').nullable(),
    createdAt: instant('When the payee was saved.'),
    updatedAt: instant('When anything in this object last changed.'),
  })
  .meta({ id: 'Payee', description: 'A saved beneficiary. A company has at most one per IBAN.' })

export type Payee = z.infer<typeof payee>

export const listPayees = operation({
  id: 'listPayees',
  method: 'GET',
  path: '/payees',
  tag: 'Payees',
  summary: 'All payees',
  description: 'Unpaged, alphabetical by name.',
  scopes: ['payees:read'],
  query: z.object({ companyId: companyIdParameter }),
  success: {
    status: 200,
    description: 'Every payee of the workspace, or of one company.',
    schema: listOf(payee),
  },
})

export const getPayee = operation({
  id: 'getPayee',
  method: 'GET',
  path: '/payees/{id}',
  tag: 'Payees',
  summary: 'One payee',
  description: 'As it was saved or last changed.',
  scopes: ['payees:read'],
  success: { status: 200, description: 'The payee.', schema: payee },
})

export const createPayee = operation({
  id: 'createPayee',
  method: 'POST',
  path: '/payees',
  tag: 'Payees',
  summary: 'Save a payee',
  description:
    'A second payee with the same IBAN in the same company is refused with 409 CONFLICT, ' +
    `and \`data.payeeId\` names the first. A company may have ${payeesPerCompanyMax.toLocaleString('en')} payees; ` +
    'one more is refused with 409 LIMIT_REACHED.',
  scopes: ['payees:write'],
  idempotent: true,
  conflict:
    'The company already has a payee with this IBAN (`CONFLICT`) or as many payees as it may have (`LIMIT_REACHED`), or ' +
    'the Idempotency-Key was used for another request.',
  body: z
    .strictObject({
      companyId: requestedId('Required when the workspace has more than one company.').optional(),
      name,
      iban: ibanInput,
      defaultReference: reference.optional(),
    })
    .meta({ id: 'NewPayee' }),
  success: { status: 201, description: 'The payee, as saved.', schema: payee },
})

export const updatePayee = operation({
  id: 'updatePayee',
  method: 'PATCH',
  path: '/payees/{id}',
  tag: 'Payees',
  summary: 'Change a payee',
  description:
    'Send at least one field; fields that are left out do not change. A null `defaultReference` clears it.',
  scopes: ['payees:write'],
  conflict: 'Another payee of the company has this IBAN.',
  body: z
    .strictObject({
      name: name.optional(),
      iban: ibanInput.optional(),
      defaultReference: reference.nullable().optional(),
    })
    .refine(
      change => Object.keys(change).length > 0,
      'must have at least one of name, iban, defaultReference',
    )
    .meta({ id: 'PayeeChange', minProperties: 1 }),
  success: { status: 200, description: 'The payee, as changed.', schema: payee },
})

export const deletePayee = operation({
  id: 'deletePayee',
  method: 'DELETE',
  path: '/payees/{id}',
  tag: 'Payees',
  summary: 'Delete a payee',
  description: 'For good. Bills and transactions with the same IBAN stay as they are.',
  scopes: ['payees:write'],
  success: { status: 204, description: 'Deleted. The response has no body.' },
})

export const operations = { listPayees, getPayee, createPayee, updatePayee, deletePayee }
