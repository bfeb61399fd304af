/**
 * The door to PostgreSQL's protocol without a socket: encoding queries, decoding responses, and reading rows as bytes.
 * The embedded store runs its queries with it, and pages are built from its rows.
 */
export { BytesMap } from './protocol/bytesMap.ts'
export { instantForm, instantFromPostgres, instantMsAt, NotInUtc } from './protocol/instant.ts'
export { JsonWriter } from './protocol/jsonWriter.ts'
export { type Copy, describeMessages, type Format } from './protocol/messages.ts'
export { PreparedQueries } from './protocol/preparedQueries.ts'
export { type Column, QueryResponse, ServerError } from './protocol/response.ts'
export { nextAt, objectsOf, type Parser, textAt, type WireRows } from './protocol/rows.ts'
export { lengthBytes } from './protocol/sizes.ts'
export { typeNames } from './protocol/typeNames.ts'
