/** Parts of column names, for those that are not known as a whole. */
import type { dateNames, moneyNames } from './headerNames.ts'
import type { partyNames, textNames } from './headerTexts.ts'

type Names = typeof dateNames & typeof moneyNames & typeof partyNames & typeof textNames

const someDate = 'date datum data fecha dato day dag tag paivamaara datetime'
const someAmount =
  'amount betrag *betrag bedrag *bedrag montant import* belopp *belopp belob *belob belop *belop castka kwota osszeg'
const someFee =
  'fee fees markup interchange gebuhr* *gebuhr *gebuhren frais commission* gebyr avgift poplatek oplat* tarifa tarifas costs *kosten couts spese comision* comiss*'
const someCurrency =
  'currency wahrung *wahrung waehrung *waehrung devise munt waluta valuta mena divisa moneda deviz*'
const someAccount = 'iban account* konto* rekening* rachun* compte cuenta ucet uctu szamla*'
const otherParty =
  'counter* partner* gegen* tegen* empfang* benefi* payee contrep* kontrah* zahlungsempf* zahlungspfl* zahlungspart* zahlungsbeteil* recipient*'
const partyName = 'name nombre nome nom nazwa namn navn naam nazev nazov'
const original =
  'original* instructed foreign fremd* local urspr* puvodni oorspr* presentment vreemde utlandsk* udenlandsk* utenlandsk* extranjer* estera etranger* zahranicni obcej'

/**
 * A name has the role if it has a word of each group; a star means any ending or any beginning. The first that
 * fits counts.
 */
const byWords: readonly [role: keyof Names, ...groups: string[]][] = [
  [
    'otherDate',
    'due expiry statement period* zeitraum fallig* echeance export* updated modified mandat* vertrag* geburts*',
    someDate,
  ],
  ['valueDate', 'valuta* wertstell* valeur erteknap'],
  ['valueDate', 'value valor', someDate],
  ['bookingDate', 'buchungstag* buchungsdat* buchungszeit*'],
  [
    'bookingDate',
    'booking posting posted comptab* contab* boek* verwerk* bokf* bogf* ksieg* zauct* zuct* konyvel*',
    someDate,
  ],
  ['transactionDate', 'trans* purchase kauf* execut*', someDate],
  ['date', someDate],
  [
    'ignored',
    'bic swift blz categor* subcategor* sottocategor* kategori* hauptkategori* unterkategori* country city address url mandat*',
  ],
  ['ignored', 'merchant* handler* handelaar*', 'area code id location number place state town zip postcode'],
  ['ignored', 'sort routing', 'code number'],
  // Addresses of mail are those of either side.
  ['ignored', 'email mail'],
  ['purpose', 'merchant* handler*', 'reference referenz ref'],
  ['purpose', otherParty, 'reference referenz ref referencia riferimento message zprava sprava nachricht'],
  ['ignored', 'counterparty address', 'status'],
  ['balance', 'balance saldo solde', 'original local', someCurrency],
  ['originalCurrency', original, someCurrency],
  ['originalAmount', `${original} devise`, someAmount],
  ['payeeName', 'saajan', 'nimi'],
  ['payerName', 'maksajan', 'nimi'],
  [
    'payerName',
    'ordenante* ordinante* remitter* payer* sender* nadawc* avsander* avsender* debtor*',
    partyName,
  ],
  [
    'payeeName',
    'benefi* recipient* payee* receiver* odbiorc* mottag* modtag* creditor* destinat*',
    partyName,
  ],
  // Not money, or a part of a purchase.
  ['otherMoney', 'btc eth bitcoin crypto coin coins token tokens sats shares units', someAmount],
  ['otherMoney', 'price preis kurs', 'share shares unit units stuck stk btc eth'],
  ['otherMoney', 'shipping postage insurance handling versand* porto*', `${someAmount} ${someFee}`],
  ['otherMoney', `${someFee} tax`, 'bps percent percentage'],
  [
    'otherMoney',
    'before voor vor avant antes previous opening anfangs',
    'balance saldo solde sold kontostand',
  ],
  [
    'otherMoney',
    'tax taxes tip tips vat trinkgeld* steuer* mwst* ust* skonto* rabatt* rest* mindest* teil*',
    someAmount,
  ],
  ['balance', 'balance saldo *saldo solde sold kontostand egyenleg zustatek zostatok'],
  ['otherMoney', `${someAmount} refund`, 'refunded erstattet rembourse reembolsado rimborsato presentment'],
  [
    'amount',
    `${someAmount} valor`,
    'after nach apres dopo despues depois apos efter na po less abzugl abzuglich moins meno menos',
    someFee,
  ],
  ['amount', someAmount, 'al', 'netto', someFee],
  ['gross', someAmount, 'before vor avant prima antes', someFee],
  // Not the fees, but what has them in it or not.
  ['amount', 'excl excluding exclusive exkl incl including inclusive inkl', someFee],
  ['fee', someFee],
  ['counterpartyIban', someAccount, otherParty],
  [
    'side',
    'debit soll debet debito addebit* belastung* lastschrift*',
    'credit haben kredit credito accredit* gutschrift*',
  ],
  // The accounts of a journal.
  ['ignored', 'kt kto cpt cpte acct', 'soll haben debit credit dare avere debe haber'],
  ['credit', someAmount, 'entrata entrada'],
  ['debit', someAmount, 'uscita saida salida'],
  ['credit', 'credit haben gutschrift* deposit deposits abono* entrate inflow uznan* lodge* accredit*'],
  ['credit', 'paid money funds', 'in'],
  ['debit', 'debit soll belastung* withdraw* cargo* uscite outflow obciaz* addebit*'],
  ['debit', 'paid money funds', 'out'],
  ['amount', `${someAmount} umsatz summa`],
  ['currency', someCurrency],
  ['type', 'type typ tipo rodzaj soort'],
  ['ignored', otherParty, 'bank banka banque banca banco'],
  ['counterpartyName', `${otherParty} merchant beguenst* begunst*`],
  [
    'purpose',
    `verwendungszweck* zahlungsgrund* zahlungszweck* zweck grund mededeling* remark* dettagl* detall* reference referenz memo note notes message detail* communication libelle
     omschrijving tytul* kommentar* zprava sprava besked melding kozlemeny* remittance`,
  ],
  [
    'text',
    'description* beschreibung* buchungstext descrizione descripcion beskrivelse opis narrative text texte testo particulars',
  ],
  ['status', 'status'],
]

const rules = byWords.map(([role, ...groups]) => ({ role, groups: groups.map(group => group.split(/\s+/)) }))
/** Names that end like this are of no use for an entry. */
const uselessEnds = new Set([
  'id',
  'ids',
  'url',
  'logo',
  'website',
  'phone',
  'icon',
  'confidence',
  'level',
  'email',
])

/** What a part of a name says, given its words without accents; null if nothing is known. */
export function roleByPart(words: readonly string[]): keyof Names | null {
  if (uselessEnds.has(words.at(-1) ?? '') || words.includes('phone')) return 'ignored'
  const found = rules.find(({ groups }) => groups.every(group => words.some(word => isIn(word, group))))
  return found?.role ?? null
}

const isIn = (word: string, group: readonly string[]): boolean =>
  group.some(each => {
    if (each.startsWith('*')) return word.endsWith(each.slice(1))
    return each.endsWith('*') ? word.startsWith(each.slice(0, -1)) : word === each
  })
