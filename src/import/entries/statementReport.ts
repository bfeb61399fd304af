/** The report on an imported statement. */
import type { ImportedStatement } from '../../contract/console/imports.ts'
import { isPositive } from '../../domain/money/decimal.ts'
import type { KnownAccount } from '../../store/accountDetails.ts'
import type { StoredStatement } from '../../store/imports/statements.ts'
import type { BalanceResult } from '../statements/balance.ts'
import { accountName } from './bankAccounts.ts'

export function checked(result: BalanceResult): Pick<StoredStatement, 'checkState' | 'difference'> {
  if (result.state === 'adds up') return { checkState: 'adds_up', difference: null }
  return result.state === 'does not add up'
    ? { checkState: 'does_not_add_up', difference: result.difference }
    : { checkState: 'cannot_be_told', difference: null }
}

type Counts = Pick<ImportedStatement, 'entries' | 'added' | 'changed' | 'known'>

export function reportedStatement(
  statement: StoredStatement,
  result: BalanceResult,
  { account, accountCreated }: { account: KnownAccount; accountCreated: boolean },
  counts: Counts,
): ImportedStatement {
  return {
    accountId: account.id,
    account: accountName(account),
    accountCreated,
    bankId: statement.bankId,
    number: statement.number,
    from: statement.fromDay,
    to: statement.toDay,
    currency: statement.currency,
    opening: statement.opening,
    closing: statement.closing,
    ...counts,
    check: statement.checkState,
    difference: statement.difference,
    remark: remarkOf(result, statement),
  }
}

function remarkOf(result: BalanceResult, { opening, closing, currency }: StoredStatement): string | null {
  if (result.state === 'cannot be told') return `Whether it adds up is unknown: ${result.reason}.`
  if (result.state === 'adds up') return null
  const { difference } = result
  const apart = isPositive(difference) ? `${difference} more` : `${difference.replace('-', '')} less`
  return (
    `It opens with ${opening} ${currency} and closes with ${closing}, ` +
    `which is ${apart} than its entries add up to.`
  )
}
