import { describe, expect, it } from 'vitest'
import { referencePage } from '../../src/api/reference/page.ts'
import { openapiDocument } from '../../src/contract/openapi.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { operations } from '../../src/contract/operations.ts'
import { scopes } from '../../src/contract/scopes.ts'
import { useService } from '../support/service.ts'

const { html, css } = referencePage(openapiDocument())
const everyOperation = Object.values<Operation>(operations)

/** The part of the page with that id; parts do not lie within each other. */
function partOf(page: string, id: string): string {
  const start = page.indexOf(`<article id="${id}">`)
  if (start < 0) throw new Error(`The page has no part ${id}`)
  return page.slice(start, page.indexOf('</article>', start))
}

const matchesOf = (page: string, pattern: RegExp): string[] =>
  [...page.matchAll(pattern)].map(([, found = '']) => found)

describe('GET /docs', () => {
  const service = useService('embedded')

  it('answers the page to anyone, without a key', async () => {
    const answer = await service.current.request('/docs')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(await answer.text()).toBe(html)
  })

  it('lets the page load its own style and images, and nothing else', async () => {
    const { headers } = await service.current.request('/docs')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    )
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('answers the style that the page asks for', async () => {
    const [href = ''] = matchesOf(html, /<link rel="stylesheet" href="([^"]+)">/g)
    const answer = await service.current.request(href)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(await answer.text()).toBe(css)
  })

  it.each(['/docs', '/docs/style.css', '/v1/openapi.json'])(
    'answers 304 for a %s that is known already',
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

  it.each(['/docs', '/docs/style.css'])('takes no other method at %s', async path => {
    const answer = await service.current.request(path, { method: 'POST' })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
  })

  it('is where / leads to', async () => {
    const answer = await fetch(`${service.current.url}/`, { redirect: 'manual' })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/docs')
  })
})

describe('the reference page', () => {
  it.each(everyOperation)('shows $id with all that it takes and answers', operation => {
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

  it('shows the fields of an answer, those within lists and objects by their whole path', () => {
    const part = partOf(html, 'listTransactions').replace(/<\/?i>|<wbr>/g, '')
    for (const name of ['data', 'data[].amount', 'data[].category.slug', 'nextCursor']) {
      expect(part).toContain(`<th scope="row"><code>${name}</code></th>`)
    }
    const row = /<code>data\[\]\.side<\/code><\/th>(.*)<\/tr>/.exec(part)?.[1]
    expect(row).toContain('<td class="nullable">yes</td>')
    expect(row).toContain('One of <code>credit</code>, <code>debit</code>.')
  })

  it.each(everyOperation)('has a request to try $id with, and no key in it', ({ id, method, path }) => {
    const [request = ''] = matchesOf(partOf(html, id), /<pre tabindex="0"><code>([^<]*)<\/code>/g)
    expect(request).toContain('&quot;Authorization: Bearer $FLORIN_KEY&quot;')
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

  it('runs no script, has no style of its own, and leads to no other origin', () => {
    expect(html).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i)
    const addresses = matchesOf(html, /(https?:\/\/[^\s<]*)/g)
    expect(addresses.filter(address => !address.startsWith('http://127.0.0.1:8080/v1'))).toEqual([])
    const targets = matchesOf(html, /\s(?:href|src)="([^"]*)"/g)
    expect(targets.filter(target => !/^(#|\/(?!\/)|data:image\/)/.test(target))).toEqual([])
    expect(css).not.toMatch(/url\(|@import/)
  })

  it('has each id once, and every link within it leads somewhere', () => {
    const ids = matchesOf(html, /\sid="([^"]*)"/g)
    expect(new Set(ids).size).toBe(ids.length)
    const links = matchesOf(html, /\shref="#([^"]*)"/g)
    expect(links.filter(id => !ids.includes(id))).toEqual([])
    const navigation = html.slice(html.indexOf('<nav'), html.indexOf('</nav>'))
    for (const { id } of everyOperation) expect(navigation).toContain(`href="#${id}"`)
  })

  it('shows markup in the document as text, wherever it stands', () => {
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
