/** One request by node's own client, for what fetch does not do: a header sent twice, a local address of choice. */
import { type RequestOptions, request } from 'node:http'

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
      answer.on('end', () => settle({ status: answer.statusCode ?? 0, body }))
    })
    sent.on('error', fail)
    sent.end()
  })
}
