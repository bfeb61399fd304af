/** A file as a bank or a supplier would send it. */
export interface DemoFile {
  name: string
  bytes: Uint8Array
}

/** The document of a bill. */
export interface DemoDocument extends DemoFile {
  billId: string
}
