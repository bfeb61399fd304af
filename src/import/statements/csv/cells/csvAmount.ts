/** Reads amounts of a table: 1.234,50 and -$76.00, ($85.00), 144,75 kr, 12.00 CR. */
import { fromUnits, type Signed } from '../../../../domain/money/decimal.ts'
import { type DecimalSign, readNumber } from './csvNumber.ts'
import { halfWidth } from './plainText.ts'
import { remembered } from './remembered.ts'

export interface Money extends Signed {
  /** How the direction was written: with a sign, as a word, or not at all. */
  written: 'plus' | 'minus' | 'credit' | 'debit' | null
  /** The currency's code or symbol, as written. */
  unit: string | null
}

const amountLengthMax = 100

const dashes = /[\u2010-\u2015\u2212\ufe63\uff0d]/g
const blanks = /[\s\u00a0\u2007\u2009\u202f]+/g
const apostrophes = /[\u2018\u2019\u00b4`]/g

/** In the encoding of Japanese banks, the yen sign has the place of the backslash. */
const yenSign = /^([-+]?)\\(?=[-+]?\d)/

/** 204,17(-) */
const signInBrackets = /\(([-+])\)$/

const unitBefore =
  /^(?:[A-Z]{3}|(?:US|CA|AU|NZ|HK|NT|MX|A|C|S|R)?\$|[€¤£¥₹₽₺₴₪₩฿₫₱₦₸₾₼₡₲₮৳֏]|Rs\.?|Rp\.?|RM|TL|SFr\.?|Fr\.?|[Kk][Rr]\.?|R(?= ?\d[\d ,]{0,20}[.,]\d\d$))/
const unitAfter =
  /(?:[^A-Za-z][A-Z]{3}|(?:US|CA|AU|NZ|HK|NT|MX|A|C|S|R)?\$|[€¤£¥₹₽₺₴₪₩฿₫₱₦₸₾₼₡₲₮৳֏円元원]|SFr\.?|Fr\.?|[Kk][Rr]\.?|[Zz]ł|Kč|[Ff]t|[Ll]ei|TL|руб\.?|грн\.?|лв\.?)$/
const sideAfter = /(?:\d|\d )(CR|DR|DB|C|D|H|S)\.?$/i
/** Dr.1,499.00 and CR500.00; without decimal places it may be an id. */
const sideBefore = /^(CR|DR|DB)\.? ?(?=\d[\d,.' ]{0,20}[.,]\d\d$)/i
const sides: Readonly<Record<string, 'credit' | 'debit'>> = {
  cr: 'credit',
  c: 'credit',
  h: 'credit',
  dr: 'debit',
  db: 'debit',
  d: 'debit',
  s: 'debit',
}

/** 1.234,- and 85.-- */
const wholeEnd = /([,.])--?$/

/** Null unless the whole text is an amount with this decimal separator. */
export const readMoney = (text: string, decimal: DecimalSign): Money | null => readers[decimal](text)

const readers: Record<DecimalSign, (text: string) => Readonly<Money> | null> = {
  ',': remembered(text => moneyOf(text, ',')),
  '.': remembered(text => moneyOf(text, '.')),
  both: remembered(text => moneyOf(text, 'both')),
  'both-thousands': remembered(text => moneyOf(text, 'both-thousands')),
}

function moneyOf(text: string, decimal: DecimalSign): Money | null {
  if (text.length > amountLengthMax) return null
  const rest = new Edges(
    halfWidth(text)
      .replace(blanks, ' ')
      .replace(dashes, '-')
      .replace(apostrophes, "'")
      .trim()
      .replace(/^'/, '')
      .replace(signInBrackets, '$1')
      .replace(yenSign, '$1¥'),
  )
  rest.strip()
  const bare = rest.text.replace(wholeEnd, '')
  if (rest.isOdd || !/\d/.test(bare)) return null
  const sign = wholeEnd.exec(rest.text)?.[1] === ',' ? ',' : '.'
  const isOwn = bare !== rest.text && decimal !== ',' && decimal !== '.'
  const read = readNumber(bare, isOwn ? sign : decimal)
  if (read === null) return null
  const negative = rest.written === 'minus' || rest.written === 'debit'
  return { amount: read.amount, negative, written: rest.written, unit: rest.unit }
}

/** The amount with its sign; null unless the whole text is one. */
export function readCsvAmount(text: string, decimal: DecimalSign): Signed | null {
  const money = readMoney(text, decimal)
  return money && { amount: money.amount, negative: money.negative }
}

/** An amount in the smallest unit of a currency with so many decimal places: 8510 cents are 85.10. */
export function fromMinorUnits(amount: string, places: number): string {
  const [whole = '0', parts = ''] = amount.split('.')
  return fromUnits(BigInt(whole + parts), parts.length + places)
}

/** Takes sign, currency and side off both ends, in any order, each at most once. */
class Edges {
  text: string
  written: Money['written'] = null
  unit: string | null = null
  /** Something was there twice, so it is not an amount. */
  isOdd = false

  constructor(text: string) {
    this.text = text
  }

  strip(): void {
    for (let length = -1; length !== this.text.length; ) {
      length = this.text.length
      this.#stripBrackets()
      this.#stripBefore()
      this.#stripAfter()
    }
  }

  #stripBrackets(): void {
    if (!this.text.startsWith('(') || !this.text.endsWith(')')) return
    this.#write('minus')
    this.text = this.text.slice(1, -1).trim()
  }

  #stripBefore(): void {
    const first = this.text[0]
    if (first === '+' || first === '-') {
      this.#write(first === '+' ? 'plus' : 'minus')
      this.text = this.text.slice(1).trim()
    }
    const side = sideBefore.exec(this.text)
    if (side !== null) {
      this.#write(sides[(side[1] ?? '').toLowerCase()] ?? null)
      this.text = this.text.slice(side[0].length)
    }
    const unit = unitBefore.exec(this.text)?.[0]
    if (unit === undefined) return
    const rest = this.text.slice(unit.length)
    // The start of a word is no code.
    if (!/^[A-Z]{3}$/.test(unit) || !/^[A-Za-z]/.test(rest)) this.#name(unit, rest)
  }

  #stripAfter(): void {
    const last = this.text.at(-1)
    if ((last === '+' || last === '-') && /[^,.][+-]$/.test(this.text)) {
      this.#write(last === '+' ? 'plus' : 'minus')
      this.text = this.text.slice(0, -1).trim()
    }
    const side = sideAfter.exec(this.text)?.[1]
    if (side !== undefined) {
      this.#write(sides[side.toLowerCase()] ?? null)
      this.text = this.text.slice(0, this.text.lastIndexOf(side)).trim()
    }
    const unit = unitAfter.exec(this.text)?.[0].replace(/^[^\p{L}\p{Sc}]/u, '')
    if (unit !== undefined) this.#name(unit, this.text.slice(0, -unit.length))
  }

  #write(written: Money['written']): void {
    if (this.written !== null) this.isOdd = true
    this.written = written
  }

  #name(unit: string, rest: string): void {
    if (this.unit !== null) this.isOdd = true
    this.unit = unit
    this.text = rest.trim()
  }
}
