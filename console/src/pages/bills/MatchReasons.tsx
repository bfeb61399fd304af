/** Why a payment was matched with a bill: the points of each sign, for and against. */
import type { MatchReason } from '../../../../src/contract/console/matching.ts'
import { formatSentence } from '../../format/sentence.ts'
import { classes } from '../../ui/classes.ts'
import { Badge, type Tone } from '../../ui/text/Badge.tsx'
import text from '../../ui/text/text.module.css'
import styles from './MatchReasons.module.css'

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
  settlement: 'Amount',
}

export function MatchReasons({ reasons }: { reasons: readonly MatchReason[] }) {
  return (
    <ul className={styles.reasons}>
      {reasons.map(({ sign, points, sentence }) => (
        <li key={sign} className={classes(styles.reason, sideClass(points))}>
          <span className={classes(text.num, text.strong)}>{pointsText(points)}</span>
          <span>
            <span className={text.strong}>{signWords[sign]}.</span> {formatSentence(sentence)}
          </span>
        </li>
      ))}
    </ul>
  )
}

const sideClass = (points: number) => (points > 0 ? styles.for : points < 0 ? styles.against : styles.neither)

/** Uses a minus sign that is as wide as a plus. */
const pointsText = (points: number): string => (points > 0 ? `+${points}` : String(points).replace('-', '−'))
