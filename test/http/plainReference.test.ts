/** The reference for readers that take plain text. */
import { describe, expect, it } from 'vitest'
import type { Operation } from '../../src/contract/operation.ts'
import { operations } from '../../src/contract/operations.ts'
import { useService } from '../support/service.ts'

const all = Object.values<Operation>(operations)

describe('the reference as plain text', () => {
  const service = useService('embedded')
  const read = async (path: string) => {
    const reply = await fetch(service.current.url + path)
    expect(reply.status).toBe(200)
    return { type: reply.headers.get('content-type'), text: await reply.text() }
  }

  it('/docs.md has every operation with its scopes, statuses, samples and fields', async () => {
    const { type, text } = await read('/docs.md')
    expect(type).toBe('text/markdown; charset=utf-8')
    for (const { id, method, path, summary, scopes, query } of all) {
      const heading = `${summary}\n\n\`${method} ${path}\`\n`
      const section = text.split(/^### /m).find(part => part.startsWith(heading)) ?? ''
      expect(section, id).not.toBe('')
      for (const scope of scopes) expect(section).toContain(`\`${scope}\``)
      for (const name of Object.keys(query?.shape ?? {})) expect(section).toContain(`| ${name} | query |`)
      for (const language of ['sh', 'ts', 'python']) expect(section).toContain(`\`\`\`${language}\n`)
      expect(section).toContain('503')
    }
    expect(text).toContain('| 415 | UNSUPPORTED_MEDIA_TYPE |')
    expect(text).not.toMatch(/undefined|\[object/)
  })

  it('/llms.txt names every operation, and its links lead somewhere', async () => {
    const { type, text } = await read('/llms.txt')
    expect(type).toBe('text/plain; charset=utf-8')
    expect(text).toMatch(/^# .+\n\n> .+/)
    for (const { method, path } of all) expect(text).toContain(`\`${method} /v1${path}\``)
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, path]) => path ?? '')
    expect(links).toHaveLength(3)
    for (const path of links) await read(path)
  })
})
