import { formatCount } from '../../format/money.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Badge } from '../../ui/text/Badge.tsx'
import { useToDecide } from '../../workspace/toDecide.ts'
import { DecideList } from '../toDecide/DecideList.tsx'

/** What needs a person, on the overview. Shows nothing if nothing does. */
export function NeedsPerson() {
  const counts = useToDecide()
  if (!counts || counts.total === 0) return null
  return (
    <Card title="To decide" actions={<Badge tone="warning">{formatCount(counts.total)}</Badge>}>
      <DecideList counts={counts} />
    </Card>
  )
}
