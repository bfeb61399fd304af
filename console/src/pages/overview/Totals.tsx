import type { Overview } from '../../../../src/contract/console/overview.ts'
import { formatCount } from '../../format/money.ts'
import { Link } from '../../router.tsx'
import { Stat, StatRow } from '../../ui/layout/Card.tsx'
import { Money } from '../../ui/text/Money.tsx'
import { asOf } from './asOf.ts'
import overview from './overview.module.css'
import { accountsWith } from './paths.ts'

export const accountsText = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'account' : 'accounts'}`

interface TotalsProps extends Pick<Overview, 'totals'> {
  companyId: string | undefined
}

/** The balance in each currency. Amounts in different currencies are never added up. */
export const Totals = ({ totals, companyId }: TotalsProps) => (
  <section aria-label="Balances by currency">
    <StatRow>
      {totals.map(({ currency, balance, accounts, oldestAt, newestAt }) => (
        <Stat
          key={currency}
          label={`Balance in ${currency}`}
          value={
            <Link
              className={overview.figureLink}
              to={accountsWith({ companyId, currency, balance: 'recent' })}
            >
              <Money amount={balance} currency={currency} />
            </Link>
          }
          note={`${accountsText(accounts)}, ${asOf(oldestAt, newestAt)}`}
        />
      ))}
    </StatRow>
  </section>
)
