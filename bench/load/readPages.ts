/** Reads pages that nobody has requested before, one after the other, until something else is over. */
export async function readPages(
  { url, secret }: { url: string; secret: string },
  readMs: number[],
  state: { over: boolean },
): Promise<void> {
  for (let number = 0; !state.over; number += 1) {
    const startMs = performance.now()
    const dateTo = new Date(Date.UTC(2030, 0, number)).toISOString().slice(0, 10)
    const reply = await fetch(`${url}?dateTo=${dateTo}`, { headers: { Authorization: `Bearer ${secret}` } })
    await reply.arrayBuffer()
    if (reply.status !== 200) throw new Error(`A page returned ${reply.status}.`)
    readMs.push(performance.now() - startMs)
  }
}
