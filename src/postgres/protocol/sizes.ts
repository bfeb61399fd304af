/** Sizes shared by all messages of PostgreSQL's protocol. */

/** Every length field, of a value or of a message. */
export const lengthBytes = 4

/** A message starts with its kind and its length. */
export const headBytes = 1 + lengthBytes
