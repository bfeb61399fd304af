import { describe, expect, it } from 'vitest'
import { describeResult } from '../../src/cli/output.ts'

const workspace = {
  id: 'wsp_1',
  name: 'Nordlicht',
  companies: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
  version: '2026-02-01T00:00:00.000Z',
}

const key = {
  id: 'key_1',
  workspaceId: 'wsp_1',
  name: 'Sync',
  visibleStart: 'florin_abcdef',
  scopes: ['bills:read', 'payees:read'],
  createdBy: 'florin (ada)',
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  networks: null,
  state: 'active',
}

describe('the printed output of a command', () => {
  it.each([
    [true, 'Created workspace wsp_1: 5 added, 0 changed, 2 as they were.'],
    [false, 'Updated workspace wsp_1: 5 added, 0 changed, 2 as they were.'],
  ])('load: created %s', (created, line) => {
    const result = { workspaceId: 'wsp_1', created, added: 5, changed: 0, unchanged: 2 }
    expect(describeResult('load', result)).toEqual([line])
  })

  it('workspaces list: aligned columns without trailing blanks', () => {
    const short = { ...workspace, id: 'w', name: 'A', version: '' }
    expect(describeResult('workspaces list', { workspaces: [workspace, short] })).toEqual([
      'ID     NAME       COMPANIES  CREATED                   LAST CHANGE',
      'wsp_1  Nordlicht  3          2026-01-01T00:00:00.000Z  2026-02-01T00:00:00.000Z',
      'w      A          3          2026-01-01T00:00:00.000Z',
    ])
  })

  it('keys list: what distinguishes keys, with words for missing values', () => {
    const bare = {
      ...key,
      scopes: [],
      networks: ['10.0.0.0/8', '203.0.113.7'],
      expiresAt: '2026-03-01T00:00:00.000Z',
      state: 'expired',
    }
    const [head, first, second] = describeResult('keys list', { keys: [key, bare] })
    expect(head).toMatch(
      /^ID +NAME +BEGINS +STATE +SCOPES +CREATED +BY +EXPIRES +LAST USED +WORKSPACE +NETWORKS$/,
    )
    expect(first).toMatch(
      /^key_1 +Sync +florin_abcdef +active +bills:read,payees:read .* never +never +wsp_1 +any$/,
    )
    expect(second).toMatch(
      / expired +\(none\) .* 2026-03-01T00:00:00.000Z +never +wsp_1 +10.0.0.0\/8,203.0.113.7$/,
    )
  })

  it('empty lists: a line that says so, and what to do', () => {
    expect(describeResult('workspaces list', { workspaces: [] })).toEqual([
      'There is no workspace yet. florin load FILE makes one.',
    ])
    expect(describeResult('keys list', { keys: [] })).toEqual([
      'There is no key yet. florin keys create makes one.',
    ])
  })

  it('keys create: the secret on its own line, for copying', () => {
    const lines = describeResult('keys create', { ...key, secret: 'florin_secret' })
    expect(lines).toContain('  florin_secret')
    expect(lines.join('\n').split('florin_secret')).toHaveLength(2)
  })

  it.each([
    [null, true, 'Key key_1 (Sync) now works from anywhere.'],
    [['10.0.0.0/8'], true, 'Key key_1 (Sync) now works from 10.0.0.0/8 only.'],
    [['10.0.0.0/8'], false, 'Key key_1 (Sync) already works from 10.0.0.0/8 only.'],
  ])('keys networks: %j, changed %s', (networks, changed, line) => {
    expect(describeResult('keys networks', { ...key, networks, changed })).toEqual([line])
  })

  it.each([
    [false, 'Revoked key key_1 (Sync). The next request with it fails.'],
    [true, 'Key key_1 (Sync) was revoked already, at 2026-02-01T00:00:00.000Z.'],
  ])('keys revoke: already revoked %s', (alreadyRevoked, line) => {
    const result = { ...key, revokedAt: '2026-02-01T00:00:00.000Z', alreadyRevoked }
    expect(describeResult('keys revoke', result)).toEqual([line])
  })

  it.each([
    [[], 'The schema is up to date, at version 2.'],
    [['0002_more.sql'], 'Applied 0002_more.sql. The schema is at version 2.'],
  ])('migrate: applied %j', (applied, line) => {
    expect(describeResult('migrate', { applied, version: 2 })).toEqual([line])
  })

  it('control characters in names do not reach the terminal', () => {
    const lines = describeResult('workspaces list', { workspaces: [{ ...workspace, name: 'A\n\u001b[2JB' }] })
    expect(lines).toHaveLength(2)
    expect(lines.join('')).not.toMatch(/[\u0000-\u001f]/)
  })
})
