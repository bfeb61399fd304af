/** The output of florin match. */
import type { matchCommands, ShownMatch } from '../main/commands/matchCommands.ts'

type Result = Awaited<ReturnType<typeof matchCommands.match>>

export const matchOutput = {
  match: ({ dryRun, matched, suggested }: Result): string[] => {
    const bills = matched.reduce((sum, each) => sum + each.bills.length, 0)
    const verb = dryRun ? 'Would match' : 'Matched'
    return [
      ...matched.flatMap(each => linesOf(verb, each)),
      ...suggested.flatMap(each => linesOf(decideWords(each), each)),
      `${verb} ${bills === 1 ? 'one bill' : `${bills} bills`}; ${suggested.length} to decide in the console.`,
    ]
  },
}

const kindWords = {
  part: 'a part payment of',
  rest: 'the rest of',
  discount: 'with cash discount,',
  charge: 'with bank charges,',
  tolerance: 'within the tolerance,',
} as const

const decideWords = ({ settlement }: ShownMatch): string =>
  settlement === null ? 'To decide:' : `To decide, ${kindWords[settlement.kind]}`

function linesOf(verb: string, { bills, payment, score, reasons }: ShownMatch): string[] {
  const names = bills.map(
    ({ id, supplierName, invoiceNumber }) => `${supplierName ?? 'bill'} ${invoiceNumber ?? id}`,
  )
  const paid = `${payment.amount} ${payment.currency}, ${payment.bookingDate ?? 'not booked yet'}`
  return [
    `${verb} ${names.join(', ')} with ${paid} (${payment.id}): ${score} of 100`,
    ...reasons.map(({ points, sentence }) => `  ${signed(points).padStart(4)}  ${sentence}`),
  ]
}

const signed = (points: number): string => (points > 0 ? `+${points}` : String(points))
