/** Why a payment was matched with a bill: the points of each sign, for and against. */
import type { MatchReason } from '../../../../src/contract/console/matching.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'

const likelyScore = 75

const toneOf = (score: number): Tone => (score >= likelyScore ? 'good' : 'warning')

export const ScoreBadge = ({ score }: { score: number }) => <Badge tone={toneOf(score)}>{score} of 100</Badge>

const signWords: Record<MatchReason['sign'], string> = {
  reference: 'Reference',
  iban: 'IBAN',
  amount: 'Amount',
  currency: 'Currency',
  date: 'Date',
  name: 'Name',
  together: 'Together',
}

export function MatchReasons({ reasons }: { reasons: readonly MatchReason[] }) {
  return (
    <ul className="match-reasons">
      {reasons.map(({ sign, points, sentence }) => (
        <li key={sign} className={`match-reason match-reason-${sideOf(points)}`}>
          <span className="num strong">{pointsText(points)}</span>
          <span>
            <span className="strong">{signWords[sign]}.</span> {sentence}
          </span>
        </li>
      ))}
    </ul>
  )
}

const sideOf = (points: number): 'for' | 'against' | 'neither' =>
  points > 0 ? 'for' : points < 0 ? 'against' : 'neither'

/** Uses a minus sign that is as wide as a plus. */
const pointsText = (points: number): string => (points > 0 ? `+${points}` : String(points).replace('-', '−'))
