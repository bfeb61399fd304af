import { describe, expect, it } from 'vitest'
import { roles } from '../../src/contract/console/roles.ts'
import { scopes } from '../../src/contract/scopes.ts'
import { mayManage, scopesOf } from '../../src/domain/access/rights.ts'

describe('rights', () => {
  it('let owners manage everyone, admins everyone but owners, and the others nobody', () => {
    const managed = Object.fromEntries(
      roles.map(role => [role, roles.filter(other => mayManage(role, other))]),
    )
    expect(managed).toEqual({
      owner: ['owner', 'admin', 'bookkeeper', 'member'],
      admin: ['admin', 'bookkeeper', 'member'],
      bookkeeper: [],
      member: [],
    })
  })

  it('give owners, admins and bookkeepers every scope, and members only the read scopes', () => {
    for (const role of ['owner', 'admin', 'bookkeeper'] as const) expect(scopesOf(role)).toEqual(scopes)
    expect(scopesOf('member')).toEqual([
      'companies:read',
      'accounts:read',
      'transactions:read',
      'categories:read',
      'bills:read',
      'payees:read',
    ])
  })
})
