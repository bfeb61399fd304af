/** florin webhooks, and what it prints. */
import { beforeAll, describe, expect, it } from 'vitest'
import { describeResult } from '../../../src/cli/output.ts'
import { smallWorkspace } from '../../support/builders.ts'
import { describeOnBothStores } from '../../support/stores.ts'
import { acceptingTools } from '../../support/webhooks.ts'
import { useCommands } from './useCommands.ts'

describeOnBothStores('florin webhooks', store => {
  const { run, refusal, saved } = useCommands(store, { webhooks: acceptingTools })
  const file = smallWorkspace()
  const workspace = file.workspace.id
  const request = { workspace, name: 'Ledger', url: 'https://ledger.example/florin' }

  beforeAll(async () => {
    await run('load', { file: saved('workspace.json', file) })
    await run('load', { file: saved('foreign.json', smallWorkspace()) })
  })

  it('create makes a webhook and prints its secret once; list and show do not', async () => {
    const made = await run('webhooks create', { ...request, resources: 'payee, bill', include: 'objects' })
    expect(made).toMatchObject({ resources: ['bill', 'payee'], include: 'objects', state: 'active' })
    expect(made.secret).toMatch(/^whsec_/)
    expect(describeResult('webhooks create', made).join('\n')).toContain(made.secret)
    const listed = await run('webhooks list', { workspace })
    const { secret: _, ...webhook } = made
    expect(listed).toEqual({ webhooks: [webhook], unavailable: null })
    expect(await run('webhooks list', {})).toEqual(listed)
    const shown = await run('webhooks show', { id: made.id })
    expect(shown).toEqual(webhook)
    const text = [...describeResult('webhooks list', listed), ...describeResult('webhooks show', shown)].join(
      '\n',
    )
    expect(text).toContain('https://ledger.example/florin')
    expect(text).toContain('everything')
    expect(text).not.toContain('whsec_')
  })

  it('disable, enable, rotate, test, replay, attempts and delete do what they say', async () => {
    const { id, secret } = await run('webhooks create', request)
    const disabled = await run('webhooks disable', { id })
    expect(disabled).toMatchObject({ state: 'disabled', disabledReason: 'person' })
    expect(describeResult('webhooks show', disabled).join('\n')).toContain('disabled by a person')
    expect(await run('webhooks enable', { id })).toMatchObject({ state: 'active' })
    const rotated = await run('webhooks rotate', { id })
    expect(rotated.secret).not.toBe(secret)
    expect(describeResult('webhooks rotate', rotated)[0]).toContain('The old one signs too until 2026-06-02')
    const tested = await run('webhooks test', { id })
    expect(tested).toMatchObject({ delivered: true, status: 200 })
    expect(describeResult('webhooks test', tested)[0]).toMatch(/^Delivered in \d+ ms, with status 200\.$/)
    const { attempts } = await run('webhooks attempts', { id })
    expect(attempts).toHaveLength(1)
    const replayed = await run('webhooks replay', { id, from: '2026-01-01T00:00:00Z' })
    expect(replayed).toMatchObject({ from: '2026-01-01T00:00:00.000Z', upToDate: false })
    expect(await run('webhooks replay', { id, all: 'true' })).toMatchObject({ deliveredTo: null })
    expect(await run('webhooks delete', { id })).toEqual({ id, workspaceId: workspace, name: 'Ledger' })
    expect(await refusal('webhooks show', { id })).toContain('florin webhooks list shows all webhooks')
  })

  it.each([
    ['webhooks create', { ...request, url: 'http://ledger.example/' }, '--url must start with https://.'],
    ['webhooks create', { ...request, name: '' }, '--name must be 1 to 100 characters long.'],
    ['webhooks create', { ...request, resources: 'payee,keys' }, '--resources must be one of account'],
    ['webhooks create', { ...request, include: 'all' }, '--include must be nothing or objects.'],
    ['webhooks create', { ...request, start: 'later' }, '--start must be now or beginning.'],
    ['webhooks create', { ...request, company: 'com_none' }, 'There is no company com_none'],
    ['webhooks create', { ...request, workspace: 'wsp_none' }, 'There is no workspace wsp_none.'],
    ['webhooks list', { workspace: 'wsp_none' }, 'There is no workspace wsp_none.'],
    ['webhooks replay', { id: 'whe_none' }, 'needs either --from INSTANT or --all'],
    ['webhooks replay', { id: 'whe_none', from: 'then' }, '--from must be an RFC 3339 instant'],
    ['webhooks test', { id: 'whe_none' }, 'There is no webhook whe_none.'],
  ] as const)('%s refuses %j', async (command, input, message) => {
    expect(await refusal(command, input)).toContain(message)
  })
})

describe('florin webhooks without FLORIN_SECRET (postgres)', () => {
  const { run, refusal, saved } = useCommands('postgres')

  it('says what to set', async () => {
    const file = smallWorkspace()
    await run('load', { file: saved('workspace.json', file) })
    const request = { workspace: file.workspace.id, name: 'Ledger', url: 'https://ledger.example/florin' }
    expect(await refusal('webhooks create', request)).toContain('FLORIN_SECRET is not set')
    const listed = await run('webhooks list', {})
    expect(describeResult('webhooks list', listed)[0]).toContain('FLORIN_SECRET is not set')
  })
})
