/** Words in the text of an entry that say which way money moved, for tables that prove it in no other way. */
import { plainText } from '../../../cells/plainText.ts'

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/[,\s]+/).filter(Boolean))

const outWords =
  setOf(`lastschrift folgelastschrift sepalastschrift kartenzahlung kartenzahlungen dauerauftrag
  bargeldauszahlung geldautomat bankomat abbuchung entgelt gebuhr gebuhren kontofuhrung einkauf auszahlung purchase
  withdrawal atm pos fee fees sale sent spend spending prelevement retrait achat frais betaalautomaat geldautomaat
  geldopname incasso pinbetaling betaalverzoek compra recibo cargo retirada pagamento prelievo addebito acquisto levantamento
  kortkob kortkop uttag autogiro varekjop kortbetaling haeveautomat osto nosto korttiosto zakup wyplata oplata prowizja vyber
  domiciliation domiciliering debit vasarlas buy bought kauf kop kopt αγορα αναληψη покупка списание зняття теглене شراء سحب`)

const inWords =
  setOf(`gutschrift gehalt lohn gehaltszahlung salary wages payroll deposit munkaber refund erstattung
  ruckerstattung cashback zahlungseingang geldeingang salaire remboursement recu recue storting salaris terugbetaling
  nomina abono ingreso devolucion stipendio accredito rimborso salario ordenado reembolso lon loen lonn palkka wynagrodzenie
  wplyw wplata zwrot mzda dividend dividende reward income received deposited recebida recebido recibida recibido ricevuto inkomst insattning inbetalning insaettelse indbetaling innbetaling credit sueldo
  sell sold verkauf salj salt зарплата заплата пополнение зачисление μισθοδοσια راتب`)

const inPhrases =
  /\b(?:interest (?:earned|paid|credit|from cash)|cash back(?! 0 )|przelew przychodzacy|przelew na konto|przelew na rachunek|payment received|automatic payment|direct deposit|autopay|bonifico a vostro favore|virement recu|paiement recu|pagamento recebido|pagamento ricevuto|pago recibido|zahlung erhalten|betaling ontvangen|ihre zahlung|votre paiement)\b/
const outPhrases =
  /\b(?:direct debit|standing order|card payment|bill payment|platnosc karta|zakup przy uzyciu karty|przelew wychodzacy|przelew z rachunku|paiement cb|paiement par carte|virement emis|platba kartou|cash out|transfer to|payment to)\b/

/** A card thanks for what it received, even by direct debit. */
const thanks =
  /\b(?:thank you|thankyou|besten dank|vielen dank|zahlung danke|betalning mottagen|betaling mottatt|betaling modtaget|maksu vastaanotettu|betaling ontvangen dank|paiement recu merci|paiement merci)\b/

/** In Chinese and Japanese, words are not separated. A repayment goes out of an account, and into a card. */
const easternOut = /消费|消費|取款|取现|缴费|手续费|手数料|引落|出金|提现/
const easternIn = /退款|退货|工资|代发|结息|利息|返现|給与|賞与|入金/

/** The bill of a card is paid by the account, and to the card. */
const billOfCard = /\bpagamento (?:de |da )?fatura\b/

/** Null if the text does not say, or says both. */
export function directionIn(text: string): 'in' | 'out' | null {
  const plain = plainText(text)
  if (thanks.test(plain)) return 'in'
  if (billOfCard.test(plain)) return null
  // Phrases say more than their words: a payment goes out, a payment received comes in.
  const [hasIn, hasOut] = [inPhrases.test(plain), outPhrases.test(plain)]
  if (hasIn !== hasOut) return hasIn ? 'in' : 'out'
  // A credit card says nothing about the direction.
  const words = plain.replace(/\bcredit cards?\b/g, 'card').split(' ')
  const isOut = words.some(word => outWords.has(word)) || easternOut.test(plain)
  const isIn = words.some(word => inWords.has(word)) || easternIn.test(plain)
  if (isIn === isOut) return null
  return isIn ? 'in' : 'out'
}
