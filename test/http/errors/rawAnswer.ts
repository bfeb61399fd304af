/** One request with node:http, for what fetch cannot do: repeated headers, a chosen local address. */
import { type RequestOptions, request } from 'node:http'
import { checkAnswer } from '../../support/setup/contractCheck.ts'

export function rawAnswer(
  url: string,
  options: Pick<RequestOptions, 'headers' | 'localAddress'>,
): Promise<{ status: number; body: string }> {
  return new Promise((settle, fail) => {
    const sent = request(url, { ...options, agent: false }, answer => {
      let body = ''
      answer.on('data', chunk => {
        body += chunk
      })
      answer.on('end', () => {
        const status = answer.statusCode ?? 0
        const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ])
        const checked = checkAnswer('GET', new URL(url).pathname, new Response(body, { status, headers }))
        checked.then(() => settle({ status, body }), fail)
      })
    })
    sent.on('error', fail)
    sent.end()
  })
}
