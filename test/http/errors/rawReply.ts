/** One request with node:http, for what fetch cannot do: repeated headers, a chosen local address. */
import { type RequestOptions, request } from 'node:http'
import { checkReply } from '../../support/setup/contractCheck.ts'

export function rawReply(
  url: string,
  options: Pick<RequestOptions, 'headers' | 'localAddress'>,
): Promise<{ status: number; body: string }> {
  return new Promise((settle, fail) => {
    const sent = request(url, { ...options, agent: false }, reply => {
      let body = ''
      reply.on('data', chunk => {
        body += chunk
      })
      reply.on('end', () => {
        const status = reply.statusCode ?? 0
        const headers = Object.entries(reply.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ])
        const checked = checkReply('GET', new URL(url).pathname, new Response(body, { status, headers }))
        checked.then(() => settle({ status, body }), fail)
      })
    })
    sent.on('error', fail)
    sent.end()
  })
}
