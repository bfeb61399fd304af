import type { Overview } from '../../../../src/contract/console/overview.ts'
import { formatCount } from '../../format/money.ts'
import { Stat, StatRow } from '../../ui/layout/Card.tsx'
import { Money } from '../../ui/text/Money.tsx'

export const accountsText = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'account' : 'accounts'}`

/** The balance in each currency. Amounts in different currencies are never added up. */
export const Totals = ({ totals }: Pick<Overview, 'totals'>) => (
  <section aria-label="Balances by currency">
    <StatRow>
      {totals.map(({ currency, balance, accounts }) => (
        <Stat
          key={currency}
          label={`Balance in ${currency}`}
          value={<Money amount={balance} currency={currency} />}
          note={balance === null ? `${accountsText(accounts)}, no balance yet` : accountsText(accounts)}
        />
      ))}
    </StatRow>
  </section>
)
