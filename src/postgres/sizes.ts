/** Sizes that every message of PostgreSQL's protocol has in common. */

/** Of every length in the protocol, of a value as of a message. */
export const lengthBytes = 4

/** Of a message's kind and its length. */
export const headBytes = 1 + lengthBytes
