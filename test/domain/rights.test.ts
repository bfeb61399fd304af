import { describe, expect, it } from 'vitest'
import { roles } from '../../src/contract/console/roles.ts'
import { scopes } from '../../src/contract/scopes.ts'
import { mayManage, scopesOf } from '../../src/domain/access/rights.ts'

describe('rights', () => {
  it('owners manage everyone, admins everyone but owners, members nobody', () => {
    const managed = Object.fromEntries(
      roles.map(role => [role, roles.filter(other => mayManage(role, other))]),
    )
    expect(managed).toEqual({
      owner: ['owner', 'admin', 'member'],
      admin: ['admin', 'member'],
      member: [],
    })
  })

  it('owners and admins have every scope; members have those that read, and no other', () => {
    expect([scopesOf('owner'), scopesOf('admin')]).toEqual([scopes, scopes])
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
