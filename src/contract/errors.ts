/** The error shape, and the five errors that every operation declares. */
import * as z from 'zod'
import { scopes } from './scopes.ts'

export const definedErrors = {
  BAD_REQUEST: {
    status: 400,
    condition: 'The request is malformed or failed validation.',
    example: 'iban must be a string.',
  },
  UNAUTHORIZED: {
    status: 401,
    condition: 'The API key is missing, malformed, expired or revoked.',
    example: 'The API key is missing. Send it in the header Authorization: Bearer <API_KEY>.',
  },
  FORBIDDEN: {
    status: 403,
    condition: 'The key lacks a scope that the operation requires.',
    example: 'This key lacks the scope companies:read. Create a key that has it and use that one.',
  },
  NOT_FOUND: {
    status: 404,
    condition: 'There is no such resource in the workspace, or no company with this companyId.',
    example: 'There is no transaction with this id in the workspace.',
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    condition: 'The rate limit is exceeded; Retry-After says when to retry.',
    example: 'Too many requests with this key. Try again in 1 s.',
  },
} as const

export type DefinedErrorCode = keyof typeof definedErrors

export const validationIssue = z
  .object({
    path: z.string().meta({
      description: 'The parameter or field; nested fields are separated by dots.',
      examples: ['iban'],
    }),
    message: z.string().meta({ description: 'What is wrong with it.', examples: ['must be a string'] }),
  })
  .meta({ id: 'ValidationIssue' })

export type ValidationIssue = z.infer<typeof validationIssue>

const errorFields = {
  code: z.string().meta({ description: 'A stable, machine-readable code.', examples: ['BAD_REQUEST'] }),
  status: z.int().meta({ description: 'The HTTP status.', examples: [400] }),
  message: z.string().meta({ description: 'A human-readable explanation of what is wrong and what to do.' }),
}

export const errorBody = z
  .object({
    defined: z.boolean().meta({ description: 'True for the five documented errors, false for any other.' }),
    ...errorFields,
    data: z.unknown().optional().meta({ description: 'Additional details, if any.' }),
  })
  .meta({ id: 'Error', description: 'Every error, whatever its status, has this shape.' })

export type ErrorBody = z.infer<typeof errorBody>

/** The `data` of each defined error. */
const definedErrorData = {
  BAD_REQUEST: z.object({ issues: z.array(validationIssue) }).optional(),
  UNAUTHORIZED: z.unknown().optional(),
  FORBIDDEN: z.object({ requiredScopes: z.array(z.enum(scopes)) }),
  NOT_FOUND: z.unknown().optional(),
  TOO_MANY_REQUESTS: z.unknown().optional(),
} satisfies Record<DefinedErrorCode, z.ZodType>

/** An error with the status of a defined error that is not one, such as 400 for an incomplete body. */
export const undefinedErrorBody = errorBody.extend({ defined: z.literal(false) }).meta({ id: 'OtherError' })

export function definedErrorBody(code: DefinedErrorCode) {
  return z.object({
    defined: z.literal(true),
    ...errorFields,
    code: z.literal(code),
    message: errorFields.message.meta({ examples: [definedErrors[code].example] }),
    status: z.literal(definedErrors[code].status),
    data: definedErrorData[code],
  })
}
