import { Skeleton, SkeletonTable } from '../../ui/feedback/Skeleton.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import layout from '../../ui/layout/layout.module.css'
import overview from './overview.module.css'

/** Laid out like the loaded page, so that nothing jumps. */
export const OverviewSkeleton = () => (
  <>
    <Skeleton shape="stat" />
    <Card
      title="Money in and out"
      description="Booked in the last 12 months, excluding transfers between your own accounts."
    >
      <div className={layout.stack}>
        <Skeleton shape="title" />
        <Skeleton shape="chart" />
      </div>
    </Card>
    <div className={overview.cards}>
      {columns.map(cards => (
        <div className={layout.stackLoose} key={cards[0]}>
          {cards.map(title => (
            <Card key={title} title={title} flush>
              <SkeletonTable rows={6} columns={3} label={`Loading ${title.toLowerCase()}`} />
            </Card>
          ))}
        </div>
      ))}
    </div>
  </>
)

const columns = [
  ['Balances by company', 'Bills by status'],
  ['Due next', 'Latest transactions'],
]
