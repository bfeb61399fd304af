// A receiver of Florin's webhooks in plain Node. It keeps a copy of the workspace in memory.
//
//   FLORIN_URL=https://florin.example FLORIN_API_KEY=florin_… WEBHOOK_SECRET=whsec_… node webhookReceiver.js
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const toleranceSeconds = 300

/** Whether the message is from Florin, unchanged, and not an old one that somebody sends again. */
export function isGenuine(secret, headers, body, nowMs = Date.now()) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers
  if (!(Math.abs(nowMs / 1000 - Number(timestamp)) <= toleranceSeconds)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  return signatures.split(' ').some(each => {
    const [version, text = ''] = each.split(',')
    const given = Buffer.from(text, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Follows the change feed from where it was. Keep the copy and the cursor in one transaction of your database. */
export function followerOf(baseUrl, apiKey) {
  const copy = new Map()
  let cursor = null
  let running = Promise.resolve()

  async function catchUp({ type, data }) {
    if (type === 'workspace.resync') {
      copy.clear()
      cursor = null
    }
    const url = new URL(data.changesPath, baseUrl)
    for (let upToDate = false; !upToDate; ) {
      if (cursor === null) url.searchParams.delete('cursor')
      else url.searchParams.set('cursor', cursor)
      const response = await fetch(url, { headers: { Authorization: `Bearer ${apiKey}` } })
      if (!response.ok) throw new Error(`Florin replied ${response.status}.`)
      const page = await response.json()
      for (const { resource, id, object } of page.data) {
        if (object === null) copy.delete(`${resource} ${id}`)
        else copy.set(`${resource} ${id}`, object)
      }
      cursor = page.nextCursor
      upToDate = page.upToDate
    }
  }

  /** One message after the other. */
  const take = message => {
    const taken = running.then(() => catchUp(message))
    running = taken.catch(() => undefined)
    return taken
  }
  return { copy, take }
}

export function receiverOf({ secret, take }) {
  return createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', piece => {
      body += piece
    })
    request.on('end', () => {
      if (!isGenuine(secret, request.headers, body)) return response.writeHead(401).end()
      const message = JSON.parse(body)
      const done = message.type === 'webhook.test' ? Promise.resolve() : take(message)
      // Without a 2xx, Florin sends the same message again.
      done.then(
        () => response.writeHead(204).end(),
        () => response.writeHead(503).end(),
      )
    })
  })
}

if (process.argv[1] === import.meta.filename) {
  const { FLORIN_URL, FLORIN_API_KEY, WEBHOOK_SECRET, PORT = '8090' } = process.env
  const { take } = followerOf(FLORIN_URL, FLORIN_API_KEY)
  receiverOf({ secret: WEBHOOK_SECRET, take }).listen(Number(PORT), '127.0.0.1')
}
