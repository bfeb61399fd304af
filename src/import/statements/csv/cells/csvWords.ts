/** Words in cells that say which way money moved, whether an entry is booked, and which rows are no entries. */
import type { CsvMapping } from '../../../../contract/console/csvMapping.ts'
import { plainText } from './plainText.ts'
import { remembered } from './remembered.ts'

const setOf = (words: string): ReadonlySet<string> =>
  new Set(words.split(',').map(word => plainText(word) || word.trim()))

export const debitWords = setOf(
  `-, s, soll, d, dr, db, dbit, debit, debet, debito, debitering, af, out, o, outflow, outgoing, ausgang, ausgabe,
  ausgaben, belastung, uit, uitgave, withdrawal, money out, paid out, sent, debe, dare, cargo, kiadas, terheles,
  wydatek, obciazenie, vydaj, vydej, depense, sortie, salida, saida, uscita, ut, neg, negative, expense, spend,
  despesa, spesa, ki, kimeno, odchozi, debets, debetas, χ, χρεωση, разход, дебит, дебет, расход, списание, borç, 支出, 支, 转出, 轉出, 借, 借方, 借 dr, nota debito,
  出金, 출금, חובה, addebito, витрата, витрати, deebet, isplata, odliv, wychodzacy, wychodzaca, wyplata, plata, debitare,
  outgoing payment, uitgaand, sortant, saliente, utgaende, udgaende, lahteva`,
)

export const creditWords = setOf(
  `+, h, haben, c, cr, crdt, credit, kredit, credito, kreditering, bij, in, i, inflow, incoming, eingang, einnahme,
  einnahmen, gutschrift, inkomst, deposit, money in, paid in, received, haber, avere, abono, bevetel, jovairas,
  wplyw, uznanie, prijem, recette, entree, entrada, entrata, ingreso, inn, pos, positive, income, k,
  receita, be, bejovo, prichozi, kredits, kreditas, π, πιστωση, приход, кредит, зачисление, пополнение, alacak, 收入, 收, 转入, 轉入, 贷, 贷方,
  贷 cr, nota credito, 入金, 입금, זכות, accredito, доход, дохід, поступление, kreedit, uplata, priliv, przychodzacy, przychodzaca, wplata, incasare,
  creditare, incoming payment, inkomend, entrant, entrante, inngaende, indgaende, saapuva`,
)

export const pendingWords = setOf(
  `pending, pdng, vorgemerkt, umsatz vorgemerkt, offen, ausstehend, noch nicht gebucht, reserviert, in behandeling,
  gereserveerd, en attente, a venir, en cours, pendiente, pendente, in sospeso, non contabilizzato, da contabilizzare,
  reserved, reservation, reserverad, reserverat, reserveret, reservert, ikke bokfort, ikke bogfort, afventer, varaus, katevaraus,
  oczekujaca, oczekujace, oczekuje, w trakcie, w trakcie realizacji, w realizacji, blokada, authorised, authorized, processing, unposted,
  in progress, in bearbeitung, awaiting payment, hold, on hold, odottaa, vantande, kommande, ceka na zauctovani,
  autorizzato, autorizzata, autorise, autorisee, pendent, w rozliczeniu, в обработке, beklemede, 处理中,
  nicht gebucht, vorgemerkte buchung, vorgemerkter umsatz, pending transaction, not posted, not yet posted,
  te verwerken, nog niet verwerkt, nog te verwerken, in verwerking, en cours de traitement, en traitement, non comptabilise,
  non comptabilisee, en proceso, en curso, por contabilizar, no contabilizado, em processamento, por contabilizar, in attesa,
  in corso, in elaborazione, in lavorazione, ej bokford, ej bokfort, under behandling, under bearbetning, venter,
  kasittelyssa, w toku, do rozliczenia, nierozliczona, nierozliczone, cekajici, cekajici na zauctovani, nezauctovano, rezervace,
  blokace, caka na zauctovanie, nezauctovane, fuggoben, fuggo, zarolt, nem konyvelt, feldolgozas alatt, in asteptare, in procesare, v obradi,
  u obradi, ootel, apstrade, rezervets, rezervuota, laukiama, εκκρεμει, изчакваща, обрабатывается, ожидает, в ожидании,
  очікує, в обробці, uncleared, bekliyor, 待入账, 處理中, 処理中, 대기`,
)

/** Attempts that moved no money. */
export const failedWords = setOf(
  `failed, failure, declined, cancelled, canceled, reverted, rejected, denied, expired, voided, void,
  payment canceled, payment cancelled, payment failed, payment declined, payment expired, abgelehnt,
  fehlgeschlagen, abgebrochen, annulliert, annule, annulee, refuse, refusee, rejete, rejetee, echoue, geweigerd,
  mislukt, geannuleerd, afgewezen, rechazada, rechazado, denegada, denegado, cancelada, cancelado, fallida, rifiutato, rifiutata,
  annullato, annullata, recusada, recusado, avvisad, nekad, makulerad, afvist, annulleret, avvist, kansellert,
  insufficient funds, insufficientfunds, insufficient balance, fallito, fallita, echouee, misslyckad, mislykket, nieudana, not approved, отклонено, отклонена, отменено, отменена, 交易关闭, 交易失败, iptal edildi, hylatty, peruttu, odrzucona, odrzucone, anulowana, anulowane, zamitnuto, zruseno, removed`,
)

export const bookedWords = setOf(
  `booked, book, completed, complete, posted, settled, sent, paid, cleared, executed, succeeded, success, successful,
  done, final, processed, received, payment deposited, payment sent, ok, accepted, normal, reconciled, available, paid out, paidout, gebucht, umsatz gebucht,
  verbucht, abgeschlossen, erledigt, ausgefuhrt, uitgevoerd, verwerkt, geboekt, effectue, effectuee, comptabilise,
  comptabilisee, execute, executee, contabilizado, contabilizada, realizada, realizado, aceptado, ejecutada,
  contabilizzato, contabilizzata, eseguito, eseguita, efetuada, bokford, bokfort, bogfort, udfort, utford, utfort,
  knjizeno, knjizen, kirjattu, suoritettu, toteutunut, rozliczona, rozliczone, zaksiegowana, zaksiegowane, wykonana, zrealizowana, zauctovano, provedeno,
  konyvelt, teljesult, billed, termine, terminee, completado, completada, completato, completata, voltooid, zakonczono,
  concluido, concluida, accepte, acceptee, aanvaard, geaccepteerd, approved, berechnet, transfer sent, card charged, card refunded, charged, captured,
  issued, исполнено, выполнено, выполнен, исполнена, выполнена, успешно, 交易成功, 支付成功, 成功, 还款成功, 已存入零钱, 已转账, 朋友已收钱, 对方已收钱, 充值完成, 提现已到账, 已到账, 退款成功, 已全额退款, tamamlandı, gerçekleşti,
  registrato, registrata, abgewickelt, gezahlt, bezahlt, ausgezahlt, genehmigt, approvato, approvata, pagato, pagata, paye, payee, erfolgreich, reussi, reussie, riuscito, riuscita, exitosa, exitoso, lyckad, udana, false, no, 0`,
)

/** What a side column, or a word after an amount, says. */
export function sideOf(word: string, words: CsvMapping['words']): 'credit' | 'debit' | null {
  const trimmed = word.trim()
  const plain = trimmed === '+' || trimmed === '-' ? trimmed : plainText(trimmed)
  if (isAmong(plain, words?.debit)) return 'debit'
  if (isAmong(plain, words?.credit)) return 'credit'
  if (debitWords.has(plain)) return 'debit'
  return creditWords.has(plain) ? 'credit' : null
}

export type Standing = 'booked' | 'pending' | 'failed' | 'unknown'

/** What a status column says. A blank cell is booked. */
export function standingOf(status: string, words: CsvMapping['words']): Standing {
  const plain = plainText(status)
  if (isAmong(plain, words?.pending)) return 'pending'
  if (isAmong(plain, words?.leftOut)) return 'failed'
  if (isOpposite(plain, words?.pending)) return 'booked'
  if (plain === '' || bookedWords.has(plain)) return 'booked'
  if (pendingWords.has(plain)) return 'pending'
  return failedWords.has(plain) ? 'failed' : 'unknown'
}

const yesWords = setOf('true, yes, y, 1, ja, j, oui, o, si, s, sim, tak, ano, igen, da, kylla, evet, jah')
const noWords = setOf('false, no, n, 0, nein, nej, nei, nee, non, nao, nie, ne, nem, nu, ei, hayir')

export const isYes = (word: string): boolean => yesWords.has(plainText(word))
export const isNo = (word: string): boolean => noWords.has(plainText(word))

/** In a column of yes and no, the one that does not mean pending. */
const isOpposite = (plain: string, pending: readonly string[] | undefined): boolean =>
  pending !== undefined && ((isYes(plain) && pending.every(isNo)) || (isNo(plain) && pending.every(isYes)))

/** Some banks write it in place of the booking date. */
export const isPendingWord = (cell: string, words: CsvMapping['words']): boolean =>
  pendingWords.has(plainText(cell)) || isAmong(plainText(cell), words?.pending)

const pendingLine =
  /(?:^| )(?:pending|vorgemerkte?r?|(?:noch )?nicht (?:gebuchte?|verbuchte?)|unposted|not (?:yet )?posted|en attente|a venir|en cours|non comptabilisees?|pendientes?|en proceso|no contabilizad[ao]s?|pendentes?|por contabilizar|in sospeso|in attesa|non contabilizzat[eio]|da contabilizzare|in behandeling|gereserveerde?|nog te verwerken|nog niet (?:verwerkte?|geboekte?)|reserver(?:ad|ade|et|te|t)|reservationer|ikke (?:bogforte?|bokforte?)|ej bokforda|oczekujac[aey]|nierozliczone|blokady|kommande|katevaraukset|varaukset|nezauctovan[aey]|cekajici|blokovane|rezervace|konyvelesre varo|nem konyvelt|fuggoben levo|fuggo|in afwachting|in asteptare|authoriz?ations|holds)(?= |$)/
/** Lines about what the list has or lacks, or about both kinds of entries. */
const notOnlyPending =
  /(?:^| )(?:not included|excluded|excluding|excl|without|ohne|nicht enthalten|exkl|inkl|incl|including|include|included|einschliesslich|hors|sauf|inclus|compris|sin|incluidos|incluidas|inclusief|exclusief|zonder|inga|ingen|no|keine|aucune?|geen|nessun|and|und|et|y|en ook|och|og|oraz|balance|saldo|solde|total|summe)(?= |$)/

/** A longer line is a sentence, such as one that says that such entries are not listed. */
const headingLengthMax = 50

/** Whether a line above some rows says that they are not booked yet. */
export const saysPending = (line: string): boolean =>
  line.length <= headingLengthMax &&
  pendingLine.test(plainText(line)) &&
  !notOnlyPending.test(plainText(line).replace(pendingLine, ' '))

const pendingStart =
  /^(?:pending|prel|reserverat|reserverad|skyddat belopp|preliminart|varaus|reservation)(?= |$)/
const pendingEnd =
  /(?:^| )(?:transakcja nierozliczona|nierozliczone|umsatz vorgemerkt|noch nicht gebucht|not yet posted|unposted|en attente|non contabilizzato|purchase authorization|pending)$/
/** A wallet lists the authorisation of a payment and the payment, and both are completed. */
const hold =
  /^(?:authorization|autorisation|autorisierung|autorizacion|autorizzazione|general authorization|allgemeine autorisierung|autorisation generale|autorizacion general|autorizzazione generale|account hold for open authorization|reversal of general account hold)$/
const edgeLength = 60

/** Whether the kind of an entry says that it only reserves money. */
export const isHold = (text: string): boolean => text.length <= edgeLength && hold.test(plainText(text))

/** Whether the text of an entry starts or ends with words that say that it is not booked yet. */
export const isPendingText = (text: string): boolean =>
  /\s/.test(text) &&
  (isHold(text) ||
    pendingStart.test(plainText(text.slice(0, edgeLength))) ||
    pendingEnd.test(plainText(text.slice(-edgeLength))))

const isAmong = (plain: string, words: readonly string[] | undefined): boolean =>
  words?.some(
    word => (word.trim() === '-' || word.trim() === '+' ? word.trim() : plainText(word)) === plain,
  ) ?? false

const balance = '(?:account |ledger |available |statement )?bal(?:ance)?'
const saldo = '(?:saldo|kontostand|kontosaldo|solde|egyenleg|zustatek)'
const ofTheDay = '(?:do dia|del dia|del giorno|du jour|diario|parcial)'
const before =
  '(?:opening|open|starting|beginning|initial|previous|old|alter|anfangs|anfanglicher|ancien|begin|vorig|oud|ingaende|inngaende|primo|start)'
const after =
  '(?:closing|close|ending|end|final|new|current|neuer|aktueller|online|nouveau|eind|slot|nieuw|utgaende|ultimo|schluss|slut)'
/** Languages in which the words for a balance at the start and at the end are not built from the words above. */
const otherOpening =
  '(?:likutis pradziai|sakuma atlikums|algsaldo|alkusaldo|pociatocny zostatok|pocatecni zustatek|nyito egyenleg|sold initial|solde en debut de periode|входящии остаток|期初余额|期初餘額|devreden bakiye|onceki bakiye|baki awal|so du dau ky|ยอดยกมา|(?:po|za)cetno stanje|pociatocny stav|pocatecni stav|stan poczatkowy|начално салдо|начальныи остаток|вхіднии залишок|προηγουμενο υπολοιπο|前月繰越|전월이월|יתרת פתיחה|الرصيد الافتتاحي)'
const otherClosing =
  '(?:likutis pabaigai|beigu atlikums|loppsaldo|loppusaldo|konecny zostatok|konecny zustatek|zaro egyenleg|sold final|solde en fin de periode|saldo total(?: disponivel)?(?: do)?(?: dia)?|исходящии остаток|期末余额|期末餘額|donem sonu bakiye|baki akhir|so du cuoi ky|ยอดยกไป|(?:krajnje|konacno|koncno) stanje|konecny stav|stan koncowy|краино салдо|конечныи остаток|вихіднии залишок|νεο υπολοιπο|次月繰越|차월이월|יתרת סגירה|الرصيد الختامي)'
const openingLine = new RegExp(
  `^(?:${before} ?${balance}|${before} ?${saldo}|${saldo} (?:inicial|anterior|iniziale|initial|precedent|precedente|poczatkowe|alt|awal|primo|de apertura|de depart|z przeniesienia)|${balance} (?:brought|b) ?(?:forward|f|fwd)|${balance} at (?:the )?(?:start|beginning)|(?:amount |total )?brought (?:forward|down)|b f$|saldovortrag|report a nouveau|${otherOpening})(?= |$)`,
)
const closingLine = new RegExp(
  `^(?:(?:${after} ?${balance}|${after} ?${saldo}|${saldo} (?:${ofTheDay}|final|finale|actual|attuale|actuel|koncowe|neu|contabile|disponibile|akhir|ultimo|de cierre|au|al|am|vom|per|zum|em)|${balance} (?:carried|c) ?(?:forward|f|fwd)|${balance} at (?:the )?end|(?:amount |total )?carried (?:forward|down)|c f$|${otherClosing})(?= |$)|(?:${balance}|${saldo})$)`,
)
const totalLine =
  /^(?:grand |transactions? |sub ?)?(?:total|totals|totalt|totaux|totais|totalsumma|totalbelopp|totaal|totaalbedrag|totale|totali|totales|gesamtbetrag|kokku|kopa|is viso|spolu|osszesen|ukupno|skupaj|общо|συνολο|samtals|summe|umsatztotal|gesamt|gesamtsumme|summa|suma|razem|sum|yhteensa|i alt|celkem|toplam|итого|всего|разом|(?:人民币|本页|本期)?合计(?:金额)?|总计|合計|합계|총계|รวม|ยอดรวม|tong cong|جمع|المجموع|الاجمالي|סה כ|סהכ|סך הכל|jumlah|turnover|apyvarta|apgrozijums|kaive)(?= |$)/
/** Unlike a total, which may be a merchant's name, these words in a row with a date and an amount mean a sum. */
const turnoverLine = /^(?:turnover|apyvarta|apgrozijums|kaive)$/

export type LineKind = 'opening' | 'closing' | 'total' | null

/** What a text says about its row: that it is no entry but a balance or a total. */
export const lineKindOf = remembered(kindOfLine)

function kindOfLine(text: string): LineKind {
  if (text.length > lineLengthMax) return null
  const plain = joinedLetters(plainText(text))
  if (openingLine.test(plain)) return 'opening'
  if (closingLine.test(plain)) return 'closing'
  return totalLine.test(plain) ? 'total' : null
}

/** Some banks write "S A L D O". Korean letters come in parts, and are put together. */
const joinedLetters = (plain: string): string =>
  (/^\p{L}(?: \p{L}){2,20}$/u.test(plain) ? plain.replaceAll(' ', '') : plain).normalize()

const wordsAfter = new Set(
  'per vom am au al zum of at on as the eur usd gbp chf eur forward f fwd balance saldo period'.split(' '),
)

/** Whether the text says nothing else, so that a row with a date and an amount is no entry either. */
export const isOnlyBalance = remembered(saysOnlyBalance)

function saysOnlyBalance(text: string): boolean {
  if (text.length > lineLengthMax) return false
  const plain = joinedLetters(plainText(text))
  if (turnoverLine.test(plain)) return true
  const found = openingLine.exec(plain) ?? closingLine.exec(plain)
  if (found === null) return false
  const rest = plain.slice(found[0].length).split(' ')
  return rest.every(word => word === '' || wordsAfter.has(word) || /^\d+$/.test(word))
}

const lineLengthMax = 80
