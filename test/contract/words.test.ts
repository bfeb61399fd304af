import { describe, expect, it } from 'vitest'
import { openapiDocument } from '../../src/contract/openapi.ts'
import { parseWorkspaceFile } from '../../src/import/workspace/workspaceFile.ts'
import { account, company, payee, workspaceFile } from '../support/builders.ts'

interface Field {
  enum?: string[]
  anyOf?: Field[]
}

const { schemas } = openapiDocument().components as {
  schemas: Record<string, { properties: Record<string, Field> }>
}

/** The enum of a field in the document. */
function words(resource: string, field: string): string[] {
  const found = schemas[resource]?.properties[field]
  return found?.enum ?? found?.anyOf?.find(each => each.enum)?.enum ?? []
}

describe('the words of a field are exactly those of the specification', () => {
  it.each([
    ['Company', 'verificationStatus', 'NotStarted Pending Verified WaitingForInformation Refused'],
    ['Account', 'type', 'depository credit other'],
    ['Account', 'provider', 'paygoro connected'],
    ['Transaction', 'side', 'credit debit'],
    ['Transaction', 'status', 'pending booked rejected released canceled'],
    [
      'Transaction',
      'type',
      'SepaCredit SepaDirect Card InternalCredit InternalDirectDebit FeeCredit FeeDebit Check Other',
    ],
    [
      'Bill',
      'status',
      'new processing extract_failed pending_match matched pending_approval approved scheduled paid rejected archived',
    ],
  ])('%s.%s', (resource, field, promised) => {
    expect(words(resource, field).sort()).toEqual(promised.split(' ').sort())
  })

  it.each([
    ['type', 'savings', 'must be one of depository, credit, other'],
    ['provider', 'bank', 'must be one of paygoro, connected'],
  ])('so an account with another %s is refused', (field, word, message) => {
    const owner = company()
    const bad = { ...account(owner), [field]: word }
    const text = JSON.stringify({ ...workspaceFile({ companies: [owner] }), accounts: [bad] })
    expect(() => parseWorkspaceFile(text)).toThrow(`accounts[0].${field} ${message}`)
  })
})

describe("a payee's IBAN in a workspace file", () => {
  const owner = company()
  const load = (iban: string) =>
    parseWorkspaceFile(
      JSON.stringify(workspaceFile({ companies: [owner], payees: [payee(owner, { iban })] })),
    )

  it('must be in the normalised form', () => {
    const message = 'payees[0].iban must be an IBAN in upper case without spaces'
    expect(() => load('DE89 3704 0044 0532 0130 00')).toThrow(message)
    expect(() => load('de89370400440532013000')).toThrow(message)
  })

  it('is accepted with any check digits', () => {
    expect(load('DE00370400440532013000').payees[0]?.iban).toBe('DE00370400440532013000')
  })
})
