/**
 * Reads MT940 and MT942, with or without SWIFT blocks around them. Tags are read one at a time. An entry is
 * emitted when the tag after its :86: is seen, and a message that ends without its closing balance is
 * reported as cut off.
 */
import { linesOf } from '../../files/lines.ts'
import { UnreadableFile } from '../../files/problem.ts'
import { balanceParts } from '../dust.ts'
import { problem, quoted, referenceOf } from '../fields.ts'
import type { StatementHead, StatementPart } from '../statement.ts'
import { Mt940Entry } from './mt940Entry.ts'
import { accountOfTag, balanceOfTag, bicOfBlocks } from './mt940Fields.ts'
import { ownerOfNonSwift } from './mt940NonSwift.ts'

/** Only these start a field: lines of a description may start with a colon too. */
const tagLine = /^:(20|21|25P?|28C?|60[FM]|61|86|62[FM]|64F?|65F?|34F|13D?|90[CD]|NS):(.*)$/s
/** A balance that lacks its second colon is still a balance, not text. */
const balanceLine = /^:(6[02][FM])([CD]\d{6}[A-Z]{3}\d.*)$/
const linesOfTagMax = 200
/** All of its lines together. The longest tags from banks have a few hundred characters. */
const tagLengthMax = 100_000

interface Tag {
  name: string
  lines: string[]
  /** Characters in all lines but the first. */
  length: number
  line: number
}

export async function* readMt940(
  text: AsyncIterable<string>,
): AsyncGenerator<StatementPart, void, undefined> {
  const messages = new Messages()
  let tag: Tag | null = null
  for await (const { number, text: line } of linesOf(text)) {
    const found = tagLine.exec(line) ?? balanceLine.exec(line)
    const bounds = !found && isBound(line) && messages.mayEnd(line)
    if (found || bounds) {
      if (tag) yield* messages.field(tag)
      tag = found ? { name: found[1] ?? '', lines: [found[2] ?? ''], length: 0, line: number } : null
      if (bounds) yield* messages.bound(line, number)
    } else if (tag) {
      tag.lines.push(line)
      tag.length += line.length
      if (tag.length > tagLengthMax) {
        throw new UnreadableFile(`:${tag.name}: is longer than ${tagLengthMax} characters`, tag.line)
      }
      if (tag.lines.length > linesOfTagMax) {
        throw new UnreadableFile(`:${tag.name}: has more than ${linesOfTagMax} lines`, tag.line)
      }
    } else messages.preamble(line)
  }
  if (tag) yield* messages.field(tag)
  yield* messages.end()
  if (messages.count === 0) throw new UnreadableFile('it contains no MT940 statement')
}

/**
 * The line between messages: the end of one, or the blocks before the next, possibly with SWIFT control
 * characters.
 */
const isBound = (line: string): boolean =>
  /^\s?-(?:\}.*|(?:XXX)?\s*)$/.test(line) || /^[\x01\s]*\{1:/.test(line)
/** Dutch banks put their name before a message instead of blocks. */
const bankLine = /^(?:0000 +01)?([A-Z]{4}NL[A-Z0-9]{2})(?:[A-Z0-9]{9})?\s*$/

class Messages {
  count = 0
  private message: Message | null = null
  private blocks = ''

  end(): Iterable<StatementPart> {
    return this.message?.end(null, false) ?? []
  }

  /** A single dash may be a line of text as long as the statement has no closing balance yet. */
  mayEnd(line: string): boolean {
    return line.trim() !== '-' || (this.message?.mayEnd() ?? true)
  }

  preamble(line: string): void {
    const bank = bankLine.exec(line)?.[1]
    if (bank !== undefined && !this.message) this.blocks = `{1:F01${bank}XXXX}`
  }

  *bound(line: string, number: number): Generator<StatementPart> {
    if (this.message) yield* this.message.end(number, line.trimStart().startsWith('-'))
    this.message = null
    const blocks = line.indexOf('{1:')
    if (blocks !== -1) this.blocks = line.slice(blocks)
  }

  *field({ name, lines, length, line }: Tag): Generator<StatementPart> {
    if (name === '20') {
      if (this.message) yield* this.message.end(line, false)
      this.message = new Message(this.blocks, line)
      this.count += 1
    }
    if (this.message) yield* this.message.field({ name, lines, length, line })
    else yield problem('error', line, `:${name}:`, 'it is outside of a statement, which starts with :20:')
  }
}

class Message {
  private readonly head: StatementHead
  private begun = false
  private entry: Mt940Entry | null = null
  private closed = false
  private currency: string | null = null

  constructor(blocks: string, line: number) {
    const account = { ...accountOfTag(''), bic: bicOfBlocks(blocks) }
    const scope = /\{2:[IO]942/.test(blocks) ? 'report' : 'statement'
    this.head = { scope, id: null, number: null, account, from: null, to: null, line }
  }

  *field(tag: Tag): Generator<StatementPart> {
    const { name, lines, line } = tag
    const value = lines[0]?.trim() ?? ''
    if (name === 'NS') {
      if (this.entry) this.entry.addNonSwift(lines)
      else this.head.account.ownerName ??= ownerOfNonSwift(lines)
      return
    }
    if (name === '86') {
      // After the closing balance, :86: belongs to the statement and not to the last entry.
      if (!this.closed) this.entry?.addDetails(lines)
      return
    }
    yield* this.endEntry()
    if (name === '20') this.head.id = referenceOf(value)
    else if (name === '25' || name === '25P') yield* this.account(tag)
    else if (name === '28' || name === '28C') this.head.number = referenceOf(value)
    else if (name === '34F' || name === '13D' || name === '13') this.interim(value)
    else if (name.startsWith('90')) this.closed = true
    else if (name === '61') yield* this.openEntry(tag)
    else if (/^6[0245]/.test(name)) yield* this.balance(name, value, line)
  }

  private *account({ lines, line }: Tag): Generator<StatementPart> {
    const { bic } = this.head.account
    const account = accountOfTag(lines.join('').trim())
    this.head.account = { ...account, bic: account.bic ?? bic }
    this.currency = account.currency
    const number = account.otherId ?? ''
    if (/^[A-Z]{2}\d{2}/.test(number))
      yield problem('note', line, ':25:', `${quoted(number)} is not a valid IBAN`)
    if (account.iban === null && account.otherId === null)
      yield problem('error', line, ':25:', 'it has no account number')
  }

  /** Fields that only MT942 has. */
  private interim(value: string): void {
    this.head.scope = 'report'
    this.currency ??= /^[A-Z]{3}/.exec(value)?.[0] ?? null
  }

  private *begin(): Generator<StatementPart> {
    if (this.begun) return
    this.begun = true
    this.head.account = { ...this.head.account, currency: this.head.account.currency ?? this.currency }
    yield { kind: 'statement', statement: this.head }
  }

  private *openEntry({ lines, line }: Tag): Generator<StatementPart> {
    yield* this.begin()
    const status = this.head.scope === 'report' ? 'pending' : 'booked'
    this.entry = new Mt940Entry(lines, line, { currency: this.currency, status, bank: this.bank() })
  }

  /** The bank whose codes :61: uses: from the account, its BIC, or what it writes into :20:. */
  private bank(): string | null {
    const { id, account } = this.head
    if (account.iban?.startsWith('NL')) return account.iban.slice(4, 8)
    if (/^940[AS]\d{6}$/.test(id ?? '')) return account.bic?.slice(0, 4) ?? 'RABO'
    if (id === 'ABN AMRO BANK NV') return 'ABNA'
    return account.bic?.slice(0, 4) ?? null
  }

  private *endEntry(): Generator<StatementPart> {
    const { entry } = this
    this.entry = null
    if (entry) yield* entry.parts()
  }

  private *balance(name: string, value: string, line: number): Generator<StatementPart> {
    const read = balanceOfTag(name, value, this.currency)
    const needed = name.startsWith('60') || name.startsWith('62')
    if (name.startsWith('62')) this.closed = true
    if (read) {
      const { balance, withoutCurrency } = read
      this.currency ??= balance.currency
      yield* this.begin()
      yield* balanceParts(balance, line, `:${name}:`)
      const reason = `it has no currency; ${balance.currency} is assumed, as in the statement's other fields`
      if (withoutCurrency) yield problem('note', line, `:${name}:`, reason)
      return
    }
    yield* this.begin()
    const reason = `${quoted(value)} is not a balance such as C260331EUR1250,00`
    yield problem(needed ? 'error' : 'note', line, `:${name}:`, reason)
  }

  mayEnd(): boolean {
    return this.closed || this.head.scope === 'report'
  }

  /**
   * `whole`: the message is properly terminated. Interim reports may omit their sums, so such a report is
   * not cut off.
   */
  *end(line: number | null, whole: boolean): Generator<StatementPart> {
    yield* this.endEntry()
    yield* this.begin()
    const report = this.head.scope === 'report'
    if (!this.closed && !(report && whole)) {
      const wanted = report ? 'its sums (:90D: and :90C:)' : 'its closing balance (:62F: or :62M:)'
      yield problem('error', line, ':62F:', `the statement ends without ${wanted}; it may be cut off`)
    }
    yield { kind: 'end' }
  }
}
