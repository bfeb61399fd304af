import { describe, expect, it } from 'vitest'
import { openapiDocument } from '../../src/contract/openapi.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { operations } from '../../src/contract/operations.ts'
import { scopes } from '../../src/contract/scopes.ts'
import { referencePage } from '../../src/reference/page.ts'
import { useService } from '../support/service.ts'

const { html, css, scripts } = referencePage(openapiDocument())
const everyOperation = Object.values<Operation>(operations)

/** The section of the page with that id. Sections are not nested. */
function partOf(page: string, id: string): string {
  const start = page.indexOf(`<article id="${id}">`)
  if (start < 0) throw new Error(`The page has no part ${id}`)
  return page.slice(start, page.indexOf('</article>', start))
}

const matchesOf = (page: string, pattern: RegExp): string[] =>
  [...page.matchAll(pattern)].map(([, found = '']) => found)

describe('GET /docs', () => {
  const service = useService('embedded')

  it('serves the page to anyone, without a key', async () => {
    const reply = await service.current.request('/docs')
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await reply.text()).toBe(html)
  })

  it('lets the page load and call only its own origin', async () => {
    const { headers } = await service.current.request('/docs')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    )
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('serves the style sheet of the page', async () => {
    const [href = ''] = matchesOf(html, /<link rel="stylesheet" href="([^"]+)">/g)
    const reply = await service.current.request(href)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(await reply.text()).toBe(css)
  })

  it('serves the script of the page and every module it imports', async () => {
    const asked = matchesOf(html, /<script type="module" src="([^"]+)"><\/script>/g)
    for (const path of asked) {
      const reply = await service.current.request(path)
      expect(reply.status).toBe(200)
      expect(reply.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      const imported = matchesOf(await reply.text(), /^import .* from '\.\/(\w+\.js)'$/gm)
      asked.push(...imported.map(name => `/docs/${name}`).filter(each => !asked.includes(each)))
    }
    expect(asked.sort()).toEqual(scripts.map(({ path }) => path).sort())
    expect(asked).toContain('/docs/try.js')
  })

  it.each(['/docs', '/docs/style.css', '/docs/try.js', '/v1/openapi.json'])(
    'replies 304 to a known ETag of %s',
    async path => {
      const etag = (await service.current.request(path)).headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w-]{22}"$/)
      const again = await service.current.request(path, { headers: { 'If-None-Match': etag } })
      expect(again.status).toBe(304)
      expect(again.headers.get('etag')).toBe(etag)
      const other = await service.current.request(path, { headers: { 'If-None-Match': '"another"' } })
      expect(other.status).toBe(200)
    },
  )

  it.each(['/docs', '/docs/style.css', '/docs/try.js'])('accepts no other method at %s', async path => {
    const reply = await service.current.request(path, { method: 'POST' })
    expect(reply.status).toBe(405)
    expect(reply.headers.get('allow')).toBe('GET, HEAD')
  })

  it('is where / redirects to', async () => {
    const reply = await fetch(`${service.current.url}/`, { redirect: 'manual' })
    expect(reply.status).toBe(302)
    expect(reply.headers.get('location')).toBe('/docs')
  })
})

describe('the reference page', () => {
  it.each(everyOperation)('shows $id with its parameters, body and replies', operation => {
    const { id, method, path, query, body, success } = operation
    const part = partOf(html, id)
    expect(part).toMatch(new RegExp(`<b class="method \\w+">${method}</b> <code>${path}</code>`))
    const names = [...Object.keys(query?.shape ?? {}), ...Object.keys(body?.shape ?? {})]
    if (path.includes('{id}')) names.push('id')
    if (operation.idempotent) names.push('Idempotency-Key')
    for (const name of names) expect(part).toContain(`<th scope="row"><code>${name}</code></th>`)
    for (const scope of operation.scopes) expect(part).toContain(`<code>${scope}</code>`)
    expect(part).toMatch(new RegExp(`(Response |<b>)${success.status}\\b`))
    for (const error of ['400 BAD_REQUEST', '401', '403', '404', '429']) expect(part).toContain(error)
  })

  it('shows the fields of a reply, nested ones by their whole path', () => {
    const part = partOf(html, 'listTransactions').replace(/<\/?i>|<wbr>/g, '')
    for (const name of ['data', 'data[].amount', 'data[].category.slug', 'nextCursor']) {
      expect(part).toContain(`<th scope="row"><code>${name}</code></th>`)
    }
    const row = /<code>data\[\]\.side<\/code><\/th>(.*)<\/tr>/.exec(part)?.[1]
    expect(row).toContain('<td class="nullable">yes</td>')
    expect(row).toContain('One of <code>credit</code>, <code>debit</code>.')
  })

  it.each(everyOperation)('has an example request for $id without a key', ({ id, method, path }) => {
    const [request = ''] = matchesOf(partOf(html, id), /<pre tabindex="0"><code>([^<]*)<\/code>/g)
    expect(request).toContain('&quot;Authorization: Bearer $FLORIN_API_KEY&quot;')
    expect(request).toContain(`http://127.0.0.1:8080/v1${path.replace('{id}', '')}`)
    expect(request).not.toMatch(/undefined|\{id\}/)
    expect(request.includes(`-X ${method}`)).toBe(method !== 'GET')
    expect(html).not.toMatch(/florin_\w/)
  })

  it('explains every scope and every defined error', () => {
    for (const scope of scopes) expect(partOf(html, 'keys-and-scopes')).toContain(`<code>${scope}</code>`)
    const codes = matchesOf(partOf(html, 'errors'), /<td class="code"><code>(\w+)<\/code>/g)
    expect(codes).toEqual(['BAD_REQUEST', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'TOO_MANY_REQUESTS'])
  })

  it('has guides to first call, paging, incremental sync, errors, rate limit and key rotation, in this order', () => {
    const wanted = ['first-call', 'paging', 'incremental-sync', 'errors', 'rate-limits', 'key-rotation']
    const ids = matchesOf(html, /<article id="([^"]*)">/g)
    expect(ids.filter(id => wanted.includes(id))).toEqual(wanted)
    for (const id of wanted) expect(partOf(html, id)).toMatch(/<pre tabindex="0">|<table>/)
  })

  it('has scripts and styles only in separate files, and links to no other origin', () => {
    expect(matchesOf(html, /(<script[\s\S]*?<\/script>)/g)).toEqual([
      '<script type="module" src="/docs/try.js"></script>',
    ])
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i)
    const addresses = matchesOf(html, /(https?:\/\/[^\s<]*)/g)
    expect(addresses.filter(address => !address.startsWith('http://127.0.0.1:8080/v1'))).toEqual([])
    const targets = matchesOf(html, /\s(?:href|src)="([^"]*)"/g)
    expect(targets.filter(target => !/^(#|\/(?!\/)|data:image\/)/.test(target))).toEqual([])
    expect(css).not.toMatch(/url\(|@import/)
  })

  it('has unique ids, and every link within it has a target', () => {
    const ids = matchesOf(html, /\sid="([^"]*)"/g)
    expect(new Set(ids).size).toBe(ids.length)
    const links = matchesOf(html, /\shref="#([^"]*)"/g)
    expect(links.filter(id => !ids.includes(id))).toEqual([])
    const navigation = html.slice(html.indexOf('<nav'), html.indexOf('</nav>'))
    for (const { id } of everyOperation) expect(navigation).toContain(`href="#${id}"`)
  })

  it('shows markup in the document as text everywhere', () => {
    const wild = '<b>&"\'</b>'
    const names = /^(title|summary|description|version|name|examples|enum|default|pattern|operationId)$/
    const document = JSON.parse(JSON.stringify(openapiDocument()), (key, value) => {
      if (names.test(key) && typeof value === 'string') return `${value} ${wild}`
      return key === 'examples' || key === 'enum' ? [wild] : value
    })
    for (const tag of document.tags) tag.name = tag.name.replace(` ${wild}`, '')
    const page = referencePage(document).html
    expect(page).not.toContain('<b>&')
    expect(page).not.toContain('&"')
    expect(page).toContain('&lt;b&gt;&amp;&quot;&#39;&lt;/b&gt;')
  })
})

describe('the form to try an operation', () => {
  const formOf = (id: string) => /<form[\s\S]*<\/form>/.exec(partOf(html, id))?.[0] ?? ''
  const textOf = (markup: string) =>
    markup
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')

  it.each(everyOperation)('for $id has a field for each parameter', ({ id, path, query, idempotent }) => {
    const places = new Map(Object.keys(query?.shape ?? {}).map(name => [name, 'query']))
    if (path.includes('{id}')) places.set('id', 'path')
    if (idempotent) places.set('Idempotency-Key', 'header')
    const fields = [
      ...formOf(id).matchAll(/<(?:input|select) id="([^"]*)" name="([^"]*)" data-in="([^"]*)"/g),
    ]
    expect(new Map(fields.map(([, , name = '', place = '']) => [name, place]))).toEqual(places)
    for (const [, field] of fields) expect(formOf(id)).toContain(`<label for="${field}">`)
  })

  it('offers the allowed values of a parameter, and starts with its default', () => {
    const form = formOf('listTransactions')
    const [side = ''] = matchesOf(form, /<select id="listTransactions-side"[^>]*>(.*?)<\/select>/g)
    expect(matchesOf(side, /<option value="(\w*)">/g)).toEqual(['', 'credit', 'debit'])
    // Several can be given, so it is a text.
    expect(form).toMatch(/name="status"[^>]* type="text"/)
    expect(form).toMatch(/name="limit"[^>]* type="number" min="1" max="100" value="50"/)
    expect(form).toMatch(/name="dateFrom"[^>]* type="date"/)
  })

  it.each(everyOperation.filter(({ body }) => body))('for $id starts with a valid body', ({ id, body }) => {
    const [text = ''] = matchesOf(formOf(id), /<textarea[^>]*>([^<]*)<\/textarea>/g)
    expect(body?.safeParse(JSON.parse(textOf(text))).error).toBeUndefined()
  })

  it.each(everyOperation.filter(({ success }) => success.schema))(
    'for $id is next to a valid example of a reply',
    ({ id, success }) => {
      const [text = ''] = matchesOf(
        partOf(html, id),
        /<summary>Example response<\/summary>[\s\S]*?<code>([^<]*)</g,
      )
      expect(success.schema?.safeParse(JSON.parse(textOf(text))).error).toBeUndefined()
    },
  )

  it('can send nothing without its script, and does not contain the key', () => {
    for (const form of matchesOf(html, /(<form[^>]*>)/g))
      expect(form).not.toMatch(/\s(action|method|target)=/)
    const keyFields = matchesOf(html, /(<input[^>]*type="password"[^>]*>)/g)
    expect(keyFields).toHaveLength(1)
    expect(keyFields[0]).toContain('autocomplete="off"')
    expect(keyFields[0]).not.toMatch(/\sname=/)
  })
})

describe('the scripts of the page', () => {
  it.each(scripts)(
    '$path stores nothing, makes no markup from text and contacts no other origin',
    ({ text }) => {
      expect(text).not.toMatch(
        /localStorage|sessionStorage|indexedDB|document\.cookie|cookieStore|caches\b|serviceWorker/,
      )
      expect(text).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|\bFunction\(/)
      expect(text).not.toMatch(
        /https?:|history\.|location\.(href|search|hash|assign|replace)|sendBeacon|console\./,
      )
    },
  )

  it('send requests in one place, without cookies and without the browser cache', () => {
    const senders = scripts.filter(({ text }) => /\bfetch\(|XMLHttpRequest|WebSocket|EventSource/.test(text))
    expect(senders.map(({ path }) => path)).toEqual(['/docs/call.js'])
    for (const option of [
      "credentials: 'omit'",
      "cache: 'no-store'",
      "redirect: 'error'",
      "referrerPolicy: 'no-referrer'",
    ]) {
      expect(senders[0]?.text).toContain(option)
    }
  })
})
