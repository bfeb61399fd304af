/** What a table is about, as far as it says which way money usually moves: a card, a broker, a shop. */
import { plainText } from '../../../cells/plainText.ts'
import type { Row } from '../../../csvLayout.ts'
import { withRole } from '../../columns.ts'
import type { MoneyReading, MoneyTable } from '../moneyReading.ts'

/** A list of what customers paid, perhaps with the payout that it was part of. */
export const isShop = ({ columns }: MoneyTable): boolean =>
  columns.some(({ name }) => /^(?:customers?|shopper|consumer|payout (?:id|date))\b/.test(plainText(name)))

/** Whether the texts name repayments of the card, and all of them go out. */
export function areRepaymentsOut({ trial }: MoneyReading, { shape }: MoneyTable): boolean {
  const isRepayment = ({ cells }: Row) =>
    cells.some(cell => cell.length < textLengthMax && repayment.test(plainText(cell)))
  const lines = new Set(shape.body.filter(isRepayment).map(({ line }) => line))
  const repaid = trial.entries.filter(({ line }) => lines.has(line))
  return repaid.length > 0 && repaid.every(({ side }) => side === 'debit')
}

const repayment = /还款|還款|繳款|(?:^| )odeme|pagamento (?:de |da )?fatura/
const textLengthMax = 200

/** Which way most entries with the code of a merchant go. */
export function merchantSide(
  { trial }: MoneyReading,
  { columns, shape }: MoneyTable,
): 'credit' | 'debit' | null {
  const codes = columns.find(({ name }) => /^(?:mcc|merchant category code)\b/.test(plainText(name)))
  if (codes === undefined) return null
  const lines = new Set(
    shape.entries.flatMap(({ line }, row) => (/^\d{4}$/.test(codes.cells[row] ?? '') ? [line] : [])),
  )
  const bought = trial.entries.filter(({ line }) => lines.has(line))
  const debits = bought.filter(({ side }) => side === 'debit').length
  if (debits * 2 === bought.length) return null
  return debits * 2 > bought.length ? 'debit' : 'credit'
}

/** Shares that were only sold, at a price. */
export const isSale = ({ columns }: MoneyTable): boolean =>
  columns.some(({ name }) => /^(?:quantity|shares|units)\b/.test(plainText(name))) &&
  columns.some(({ name }) => /\bprice\b/.test(plainText(name))) &&
  withRole(columns, 'type').some(
    ({ filled }) => filled.length > 0 && filled.every(cell => /^(?:sale|sell|sold)$/i.test(cell)),
  )

/** Above the rows, only words that mean the statement of a card. */
const cardLine =
  /^(?:kredit ?karte|credit ?card|kredi kart|kart numaras|kartennummer|card (?:number|no)|numero de (?:la )?carte|carte de credit|carta (?:n|di credito|numero)|tarjeta|cartao|kreditkort|luottokortti|karta kredytowa)|(?:^| )(?:kredi kart|credit card|kreditkarten|carte de credit|tarjeta de credito|cartao de credito|carta di credito)/

/** A card has the day of the purchase and the day of the booking, or says so. */
export const isCard = (table: MoneyTable): boolean => !isBroker(table) && looksLikeCard(table)

/** What was bought, how much of it and at which price. A day of settlement is not that of a card. */
export const isBroker = ({ columns }: MoneyTable): boolean =>
  [
    /^(?:symbol|ticker|isin|cusip|wkn|security|instrument)\b/,
    /^(?:quantity|qty|shares|units|stuck|anzahl|antal)\b/,
  ].every(words => columns.some(({ name }) => words.test(plainText(name))))

const looksLikeCard = ({ columns, shape }: MoneyTable): boolean =>
  shape.preamble.some(({ cells }) =>
    cells.some(cell => cell.length < 60 && cardLine.test(plainText(cell))),
  ) ||
  (withRole(columns, 'transactionDate').length > 0 && withRole(columns, 'bookingDate').length > 0) ||
  columns.some(({ name }) =>
    /card|kart|carte|kaart|tarjeta|carta|cartao|cartão|kort|карт|κάρτ|כרטיס|カード|카드|信用卡|卡[號号]/i.test(
      name,
    ),
  ) ||
  columns.some(({ name }) => installments.test(plainText(name))) ||
  withRole(columns, 'ownName').some(({ name }) => /card|karte/i.test(name)) ||
  columns.some(({ filled }) => filled.length > 0 && filled.every(cell => maskedCard.test(cell)))

/** What was bought may be paid in parts. */
const installments = /^(?:taksit|parcelas?|cuotas?|instal?lments?)$/

/** 5434********1234 */
const maskedCard = /^\d{4,6}[ -]?\d{0,2}[*xX•]{2,8}[ -]?[*xX•]{0,4}[ -]?\d{3,4}$/
