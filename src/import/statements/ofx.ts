/** OFX 1 (SGML) and 2 (XML): both make the same calls, and differ in nothing else that matters here. */
import { UnreadableFile } from '../problem.ts'
import { type XmlAttributes, type XmlHandler, XmlReader } from '../xml.ts'
import { textAt, type XmlElement, XmlTreeBuilder } from '../xmlTree.ts'
import { ibanOf, isCurrency, label, noAccount, problem, quoted } from './fields.ts'
import { ofxDate, readOfxBalance, readOfxEntry } from './ofxEntry.ts'
import { OfxSgmlReader } from './ofxSgml.ts'
import type { AccountRef, StatementHead, StatementPart } from './statement.ts'

const statementNames = new Set(['STMTRS', 'CCSTMTRS', 'INVSTMTRS'])
const answerNames = new Set(['STMTTRNRS', 'CCSTMTTRNRS', 'INVSTMTTRNRS'])
/** What is looked at as a whole. */
const groups = new Set(
  'STATUS FI BANKACCTFROM CCACCTFROM INVACCTFROM STMTTRN STMTTRNP LEDGERBAL AVAILBAL CURDEF DTSTART DTEND'.split(
    ' ',
  ),
)
/** Purchases and the like, which are not bank entries although money moves. */
const investments =
  /^(BUY|SELL|REINVEST|INCOME|TRANSFER|MARGININTEREST|RETOFCAP|INVEXPENSE|JRNL|SPLIT|CLOSUREOPT)[A-Z]*$/

const startLengthMax = 10_000
const investmentKindsMax = 40

export async function* readOfx(text: AsyncIterable<string>): AsyncGenerator<StatementPart, void, undefined> {
  const handler = new OfxHandler()
  let reader: XmlReader | OfxSgmlReader | null = null
  let start = ''
  for await (const piece of text) {
    if (!reader) {
      // The declaration decides, and stands at the very beginning.
      start += piece
      if (start.trimStart().length < 6 && start.length < startLengthMax) continue
      reader = start.trimStart().startsWith('<?xml') ? new XmlReader(handler) : new OfxSgmlReader(handler)
      reader.write(start)
    } else reader.write(piece)
    yield* handler.takeParts()
  }
  if (!reader) throw new UnreadableFile('it is too short to be OFX')
  reader.end()
  yield* handler.takeParts()
  if (handler.answers === 0) throw new UnreadableFile('it is OFX, but holds no statement')
}

class OfxHandler implements XmlHandler {
  answers = 0
  private parts: StatementPart[] = []
  private readonly path: string[] = []
  private tree: XmlTreeBuilder | null = null
  private bankName: string | null = null
  private statement: OfxStatement | null = null

  takeParts(): StatementPart[] {
    const { parts } = this
    this.parts = []
    return parts
  }

  open(name: string, namespace: string, attributes: XmlAttributes, line: number): void {
    if (!this.tree && groups.has(name)) this.tree = new XmlTreeBuilder()
    if (this.tree) {
      this.tree.open(name, namespace, attributes, line)
      return
    }
    this.path.push(name)
    if (answerNames.has(name)) this.answers += 1
    if (statementNames.has(name)) this.statement = new OfxStatement(this.bankName, line)
    if (investments.test(name) && this.path.at(-2) === 'INVTRANLIST') this.statement?.leftOut(name)
  }

  text(value: string): void {
    this.tree?.text(value)
  }

  close(): void {
    if (this.tree) {
      if (!this.tree.close()) return
      const { root } = this.tree
      this.tree = null
      if (root) this.group(root)
      return
    }
    const name = this.path.pop() ?? ''
    if (!statementNames.has(name) || !this.statement) return
    this.parts.push(...this.statement.end())
    this.statement = null
  }

  private group(element: XmlElement): void {
    if (element.name === 'FI') this.bankName = label(textAt(element, 'ORG'))
    else if (element.name === 'STATUS') this.status(element)
    else if (this.statement) this.parts.push(...this.statement.group(element))
  }

  /** A refused sign-on is the whole answer; a refused statement is one among others. */
  private status(element: XmlElement): void {
    if (textAt(element, 'SEVERITY') !== 'ERROR') return
    const message = textAt(element, 'MESSAGE') ?? 'without a message'
    const reason = `the bank answered with error ${textAt(element, 'CODE') ?? '?'}: ${label(message)}`
    if (this.path.includes('SONRS')) throw new UnreadableFile(reason, element.line)
    this.parts.push(problem('error', element.line, this.path.join('/'), reason))
  }
}

/** The statement at hand. Its head is given out before its first entry or balance. */
class OfxStatement {
  private readonly head: StatementHead
  private readonly bankName: string | null
  private begun = false
  private readonly investments = new Map<string, number>()

  constructor(bankName: string | null, line: number) {
    this.bankName = bankName
    const account = { ...noAccount, bankName }
    this.head = { scope: 'statement', id: null, number: null, account, from: null, to: null, line }
  }

  leftOut(name: string): void {
    const kind = this.investments.size < investmentKindsMax ? name : 'others'
    this.investments.set(kind, (this.investments.get(kind) ?? 0) + 1)
  }

  group(element: XmlElement): StatementPart[] {
    const { head } = this
    const { currency } = head.account
    if (element.name === 'STMTTRN') return [...this.begin(), ...readOfxEntry(element, currency, 'booked')]
    if (element.name === 'STMTTRNP') return [...this.begin(), ...readOfxEntry(element, currency, 'pending')]
    if (element.name === 'LEDGERBAL' || element.name === 'AVAILBAL') {
      return [...this.begin(), readOfxBalance(element, currency)]
    }
    if (element.name === 'DTSTART') head.from = ofxDate(element.text)
    else if (element.name === 'DTEND') head.to = ofxDate(element.text)
    else if (element.name === 'CURDEF') return this.currency(element)
    else head.account = { ...accountOf(element), bankName: this.bankName, currency }
    return []
  }

  private currency({ text, line }: XmlElement): StatementPart[] {
    if (!isCurrency(text))
      return [problem('error', line, 'CURDEF', `${quoted(text)} is no currency such as EUR`)]
    this.head.account = { ...this.head.account, currency: text }
    return []
  }

  private begin(): StatementPart[] {
    if (this.begun) return []
    this.begun = true
    return [{ kind: 'statement', statement: this.head }]
  }

  end(): StatementPart[] {
    const counts = [...this.investments].map(([name, count]) => `${count} ${name}`)
    const reason = `investment transactions are not read and are left out: ${counts.join(', ')}`
    const left = counts.length > 0 ? [problem('error', this.head.line, 'INVTRANLIST', reason)] : []
    return [...this.begin(), ...left, { kind: 'end' }]
  }
}

function accountOf(element: XmlElement): AccountRef {
  const id = textAt(element, 'ACCTID')
  const iban = ibanOf(id)
  return {
    ...noAccount,
    iban,
    otherId: iban ? null : label(id),
    bankCode: label(textAt(element, 'BANKID') ?? textAt(element, 'BROKERID')),
  }
}
