/** Makes resources without naming each of their fields, so that a new nullable field needs no change where none is set. */
import type * as z from 'zod'

type NullableField<Resource> = {
  [Field in keyof Resource]: null extends Resource[Field] ? Field : never
}[keyof Resource]

/** A resource as a writer is given it: fields that may be null may be left out. */
export type Given<Resource> = Omit<Resource, NullableField<Resource>> & {
  [Field in NullableField<Resource>]?: Resource[Field] | undefined
}

/**
 * Null for each field that may be null. The other fields are there too, still undefined, so that whatever is spread over
 * the result ends up in the order of the contract. The type has only the nulls: the compiler asks for the rest.
 *
 *     const row: Bill = { ...blank(bill), id, companyId, status, createdAt, updatedAt }
 */
export function blank<Resource extends object>(
  schema: z.ZodObject & z.ZodType<Resource>,
): Readonly<Record<NullableField<Resource>, null>> {
  const fields = Object.entries(schema.shape).map(([name, field]) => [
    name,
    (field as z.ZodType).safeParse(null).success ? null : undefined,
  ])
  return Object.fromEntries(fields)
}

/** The resource with what is given, and null in the fields that are not. */
export function complete<Resource extends object>(
  schema: z.ZodObject & z.ZodType<Resource>,
): (given: Given<Resource>) => Resource {
  const nulls = blank(schema)
  return given => {
    const values = Object.entries(given).filter(([, value]) => value !== undefined)
    return { ...nulls, ...Object.fromEntries(values) } as Resource
  }
}
