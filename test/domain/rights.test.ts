import { describe, expect, it } from 'vitest'
import { roles } from '../../src/contract/console/roles.ts'
import { scopes } from '../../src/contract/scopes.ts'
import { mayManage, scopesOf } from '../../src/domain/access/rights.ts'

describe('rights', () => {
  it('let owners manage everyone, admins everyone but owners, and members nobody', () => {
    const managed = Object.fromEntries(
      roles.map(role => [role, roles.filter(other => mayManage(role, other))]),
    )
    expect(managed).toEqual({
      owner: ['owner', 'admin', 'member'],
      admin: ['admin', 'member'],
      member: [],
    })
  })

  it('give owners and admins every scope, and members only the read scopes', () => {
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
