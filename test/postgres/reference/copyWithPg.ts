/** COPY FROM STDIN with the `pg` driver. It has no function for that, but it runs query objects of its callers. */
import type pg from 'pg'

/** The methods of the driver's connection that COPY needs. */
interface DriverConnection {
  query(sql: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

export function copyWithPg(client: pg.Client, sql: string, pieces: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const query = {
      submit: (connection: DriverConnection) => connection.query(sql),
      handleCopyInResponse(connection: DriverConnection) {
        for (const piece of pieces) connection.sendCopyFromChunk(Buffer.from(piece))
        connection.endCopyFrom()
      },
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => resolve('COPY'),
      handleError: reject,
    }
    client.query(query as unknown as pg.Submittable)
  })
}
