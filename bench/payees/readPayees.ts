/**
 * Reads the list of payees over several connections at once, in a separate process, so that receiving the
 * replies does not delay the measurement. Prints how long each took, in milliseconds. Usage: readPayees.ts
 * <url> <secret> <clients> <times each>
 */
import { Agent, get } from 'node:http'

const [url = '', secret = '', clients = '', times = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })

const readOnce = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const startMs = performance.now()
    const headers = { Authorization: `Bearer ${secret}` }
    get(`${url}/v1/payees`, { agent, headers }, reply => {
      reply.resume()
      reply.on('error', reject)
      reply.on('end', () => {
        if (reply.statusCode === 200) resolve(performance.now() - startMs)
        else reject(new Error(`The list returned ${reply.statusCode}.`))
      })
    }).on('error', reject)
  })

const took: number[] = []
const client = async () => {
  for (let count = 0; count < Number(times); count += 1) took.push(await readOnce())
}
await Promise.all(Array.from({ length: Number(clients) }, client))
agent.destroy()
process.stdout.write(`${JSON.stringify(took)}\n`)
