/**
 * The balances of camt: which of its many codes is the opening, closing or available balance depends on the
 * others.
 */
import { child, textAt, type XmlElement } from '../../files/xmlTree.ts'
import { withoutDust } from '../dust.ts'
import { isoInstant, problem, quoted } from '../fields.ts'
import type { Balance, StatementPart } from '../statement.ts'
import { moneyOf, sideOf } from './camtDetails.ts'

export interface CamtBalance extends Omit<Balance, 'kind'> {
  code: string
}

export function readCamtBalance(
  element: XmlElement,
  at: string,
): { balance: CamtBalance | null; problems: StatementPart[] } {
  const money = moneyOf(child(element, 'Amt'))
  const type = child(element, 'Tp')
  // The first version has the code directly in this element.
  const code =
    textAt(type, 'CdOrPrtry', 'Cd') ?? textAt(type, 'CdOrPrtry', 'Prtry') ?? textAt(type, 'Cd') ?? ''
  if (!money) {
    const reason = `the balance ${quoted(code)} has no unsigned amount with a currency`
    return { balance: null, problems: [problem('error', element.line, `${at}/Amt`, reason)] }
  }
  const problems: StatementPart[] = []
  const indicator = textAt(element, 'CdtDbtInd')
  let side = sideOf(element)
  if (!side && indicator !== null) {
    const reason = `it is ${quoted(indicator)}; it must be CRDT or DBIT`
    return { balance: null, problems: [problem('error', element.line, `${at}/CdtDbtInd`, reason)] }
  }
  if (!side) {
    side = 'credit'
    problems.push(
      problem(
        'note',
        element.line,
        `${at}/CdtDbtInd`,
        `the balance ${quoted(code)} has no side; credit is assumed`,
      ),
    )
  }
  const written = textAt(element, 'Dt', 'DtTm') ?? textAt(element, 'Dt', 'Dt')
  const instant = isoInstant(written ?? '')
  if (instant === null) {
    problems.push(problem('note', element.line, `${at}/Dt`, `the balance ${quoted(code)} has no valid date`))
  }
  const amount = withoutDust(money.amount, money.currency)
  if (amount !== null)
    problems.push(problem('note', element.line, `${at}/Amt`, `${money.amount} is rounded to ${amount}`))
  const rounded = amount === null ? money : { ...money, amount, written: money.amount }
  return { balance: { ...rounded, side, code, at: instant }, problems }
}

/**
 * PRCD, the closing balance of the previous statement, is the opening balance if there is no OPBD. ITBD is
 * the balance between two pages or of an interim report: the first one is the opening balance if there is no
 * other and another ITBD follows, the last one the closing balance if there is no CLBD.
 */
export function resolveCamtBalances(balances: CamtBalance[]): Balance[] {
  const of = (code: string) => balances.filter(each => each.code === code)
  const interim = of('ITBD')
  const closing = of('CLBD').at(-1) ?? interim.at(-1)
  const opening = of('OPBD')[0] ?? of('PRCD')[0] ?? interim.find(each => each !== closing)
  const available = [...of('CLAV'), ...of('ITAV')]
  return [
    ...(opening ? [balanceOf('opening', opening)] : []),
    ...(closing ? [balanceOf('closing', closing)] : []),
    ...available.map(each => balanceOf('available', each)),
    ...of('FWAV').map(each => balanceOf('forward', each)),
  ]
}

const balanceOf = (kind: Balance['kind'], { code: _, ...balance }: CamtBalance): Balance => ({
  kind,
  ...balance,
})
