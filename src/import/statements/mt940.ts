/**
 * MT940 and MT942, with or without the blocks of SWIFT around them. The tags of a message are taken one at a time; an
 * entry is given out when the tag after its :86: is seen, and a message that ends without its closing balance is cut off.
 */
import { linesOf } from '../lines.ts'
import { UnreadableFile } from '../problem.ts'
import { problem, quoted, referenceOf } from './fields.ts'
import { Mt940Entry } from './mt940Entry.ts'
import { accountOfTag, balanceOfTag, bicOfBlocks } from './mt940Fields.ts'
import type { StatementHead, StatementPart } from './statement.ts'

/** Only these begin a field: a line of a description may begin with a colon too. */
const tagLine = /^:(20|21|25P?|28C?|60[FM]|61|86|62[FM]|64F?|65F?|34F|13D?|90[CD]|NS):(.*)$/s
const linesOfTagMax = 200

interface Tag {
  name: string
  lines: string[]
  line: number
}

export async function* readMt940(
  text: AsyncIterable<string>,
): AsyncGenerator<StatementPart, void, undefined> {
  const messages = new Messages()
  let tag: Tag | null = null
  for await (const { number, text: line } of linesOf(text)) {
    const found = tagLine.exec(line)
    const bounds = !found && isBound(line)
    if (found || bounds) {
      if (tag) yield* messages.field(tag)
      tag = found ? { name: found[1] ?? '', lines: [found[2] ?? ''], line: number } : null
      if (bounds) yield* messages.bound(line, number)
    } else if (tag) {
      tag.lines.push(line)
      if (tag.lines.length > linesOfTagMax) {
        throw new UnreadableFile(`:${tag.name}: has more than ${linesOfTagMax} lines`, tag.line)
      }
    }
  }
  if (tag) yield* messages.field(tag)
  yield* messages.end()
  if (messages.count === 0) throw new UnreadableFile('it holds no MT940 statement')
}

/** What stands between messages: their end, or the blocks before the next, which SWIFT's own control characters surround. */
const isBound = (line: string): boolean => /^-(\}.*)?\s*$/.test(line) || /^[\x01\s]*\{1:/.test(line)

class Messages {
  count = 0
  private message: Message | null = null
  private blocks = ''

  end(): Iterable<StatementPart> {
    return this.message?.end(null) ?? []
  }

  *bound(line: string, number: number): Generator<StatementPart> {
    if (this.message) yield* this.message.end(number)
    this.message = null
    const blocks = line.indexOf('{1:')
    if (blocks !== -1) this.blocks = line.slice(blocks)
  }

  *field({ name, lines, line }: Tag): Generator<StatementPart> {
    if (name === '20') {
      if (this.message) yield* this.message.end(line)
      this.message = new Message(this.blocks, line)
      this.count += 1
    }
    if (this.message) yield* this.message.field({ name, lines, line })
    else yield problem('error', line, `:${name}:`, 'it stands outside of a statement, which begins with :20:')
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
    if (name === '86') {
      // Behind the closing balance it is of the statement, not of its last entry.
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
      yield problem('note', line, ':25:', `${quoted(number)} is no valid IBAN`)
    if (account.iban === null && account.otherId === null)
      yield problem('error', line, ':25:', 'it names no account')
  }

  /** Fields of MT942 alone. */
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
    this.entry = new Mt940Entry(
      lines,
      line,
      this.currency,
      this.head.scope === 'report' ? 'pending' : 'booked',
    )
  }

  private *endEntry(): Generator<StatementPart> {
    const { entry } = this
    this.entry = null
    if (entry) yield* entry.parts()
  }

  private *balance(name: string, value: string, line: number): Generator<StatementPart> {
    const balance = balanceOfTag(name, value)
    const needed = name.startsWith('60') || name.startsWith('62')
    if (name.startsWith('62')) this.closed = true
    if (balance) {
      this.currency ??= balance.currency
      yield* this.begin()
      yield { kind: 'balance', balance }
      return
    }
    yield* this.begin()
    const reason = `${quoted(value)} is no balance such as C260331EUR1250,00`
    yield problem(needed ? 'error' : 'note', line, `:${name}:`, reason)
  }

  *end(line: number | null): Generator<StatementPart> {
    yield* this.endEntry()
    yield* this.begin()
    if (!this.closed) {
      const wanted =
        this.head.scope === 'report' ? 'its sums (:90D: and :90C:)' : 'its closing balance (:62F: or :62M:)'
      yield problem('error', line, ':62F:', `the statement ends without ${wanted}; it may be cut off`)
    }
    yield { kind: 'end' }
  }
}
