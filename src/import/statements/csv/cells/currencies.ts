/** Codes and symbols of currencies, to recognise them in a table. */

const codes = new Set(
  (
    'AED ARS AUD BAM BGN BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP GEL HKD HRK HUF IDR ILS INR ISK JPY KES KRW LTL LVL EEK ' +
    'MAD MDL MKD MXN MYR NGN NOK NZD PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TND TRY TWD UAH USD UYU VND ZAR ' +
    'BDT BHD BWP BYN CRC DOP GHS GTQ JMD KWD KZT LKR MUR NAD NPR OMR PYG TTD TZS UGX XAF XOF ZMW ' +
    'AMD AOA AZN ETB HNL JOD KGS LBP MNT MZN NIO UZS'
  ).split(' '),
)

export const isKnownCurrency = (code: string): boolean => codes.has(code)

/** Symbols that stand for one currency. A dollar or a krone may be of several countries. */
const symbols: Readonly<Record<string, string>> = {
  '€': 'EUR',
  // What the euro sign of ISO 8859-15 becomes as Latin-1.
  '¤': 'EUR',
  '£': 'GBP',
  zł: 'PLN',
  kč: 'CZK',
  ft: 'HUF',
  '₹': 'INR',
  rs: 'INR',
  '₺': 'TRY',
  '₽': 'RUB',
  '₴': 'UAH',
  '₪': 'ILS',
  '฿': 'THB',
  '₩': 'KRW',
  us$: 'USD',
  ca$: 'CAD',
  c$: 'CAD',
  au$: 'AUD',
  a$: 'AUD',
  nz$: 'NZD',
  hk$: 'HKD',
  s$: 'SGD',
  r$: 'BRL',
  fr: 'CHF',
  sfr: 'CHF',
  lei: 'RON',
  tl: 'TRY',
  rp: 'IDR',
  rm: 'MYR',
  r: 'ZAR',
  руб: 'RUB',
  грн: 'UAH',
  лв: 'BGN',
  '₫': 'VND',
  '₱': 'PHP',
  '₦': 'NGN',
  '₸': 'KZT',
  '₾': 'GEL',
  '₼': 'AZN',
  '₡': 'CRC',
  '₲': 'PYG',
  '₮': 'MNT',
  '৳': 'BDT',
  '֏': 'AMD',
  円: 'JPY',
  원: 'KRW',
  nt$: 'TWD',
  mx$: 'MXN',
}

/** The currency of a code or symbol next to an amount; null if it is not clear. */
export function currencyOfUnit(unit: string): string | null {
  const upper = unit.toUpperCase()
  if (isKnownCurrency(upper)) return upper
  const symbol = unit.toLowerCase().replace(/\.$/, '')
  return Object.hasOwn(symbols, symbol) ? (symbols[symbol] ?? null) : null
}

/** Names and old codes that banks write in place of a code. */
const otherNames: Readonly<Record<string, string>> = {
  RUR: 'RUB',
  TL: 'TRY',
  RMB: 'CNY',
  人民币: 'CNY',
  人民币元: 'CNY',
  人民幣: 'CNY',
  港币: 'HKD',
  港元: 'HKD',
  美元: 'USD',
  欧元: 'EUR',
  日元: 'JPY',
  英镑: 'GBP',
  EURO: 'EUR',
  EUROS: 'EUR',
}

/** The code that a cell of a column of currencies means: a code, a name or a symbol. Null otherwise. */
export function currencyInCell(cell: string): string | null {
  const upper = cell.trim().toUpperCase()
  if (Object.hasOwn(otherNames, upper)) return otherNames[upper] ?? null
  if (isKnownCurrency(upper)) return upper
  return /^\p{Sc}$/u.test(upper) ? currencyOfUnit(upper) : null
}
