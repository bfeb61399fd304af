/** OFX 1 (SGML) and 2 (XML): both readers make the same calls, and there is no other relevant difference. */
import { UnreadableFile } from '../../files/problem.ts'
import { type XmlAttributes, type XmlHandler, XmlReader } from '../../files/xml.ts'
import { textAt, type XmlElement, XmlTreeBuilder } from '../../files/xmlTree.ts'
import { ibanOf, isCurrency, label, noAccount, problem, quoted } from '../fields.ts'
import {
  type AccountRef,
  type Entry,
  type StatementHead,
  type StatementPart,
  unknownCurrency,
} from '../statement.ts'
import { readOfxBalance, readOfxCash } from './ofxBalance.ts'
import { ofxDate } from './ofxDate.ts'
import { readOfxEntry } from './ofxEntry.ts'
import { OfxSgmlReader } from './ofxSgml.ts'

const statementNames = new Set(['STMTRS', 'CCSTMTRS', 'INVSTMTRS'])
const responseNames = new Set(['STMTTRNRS', 'CCSTMTTRNRS', 'INVSTMTTRNRS'])
/** Elements that are read as a whole. */
const groups = new Set(
  'STATUS FI BANKACCTFROM CCACCTFROM INVACCTFROM STMTTRN STMTTRNP LEDGERBAL AVAILBAL INVBAL CURDEF DTSTART DTEND DTASOF'.split(
    ' ',
  ),
)
/** Securities transactions, which are not bank entries although money moves. */
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
      start += piece
      const syntax = syntaxOf(start)
      if (syntax === null && start.length < startLengthMax) continue
      reader = syntax === 'sgml' ? new OfxSgmlReader(handler) : new XmlReader(handler)
      reader.write(start)
    } else reader.write(piece)
    yield* handler.takeParts()
  }
  if (!reader) {
    if (start.trim() === '') throw new UnreadableFile('it is too short to be OFX')
    reader = isXml(start) ? new XmlReader(handler) : new OfxSgmlReader(handler)
    reader.write(start)
  }
  reader.end()
  yield* handler.takeParts()
  if (handler.responses === 0) throw new UnreadableFile('it is OFX, but contains no statement')
}

/**
 * Some programs write the header of OFX 2, which is XML, over a body in SGML. The first value decides: in XML
 * its end tag follows. Null if more text is needed.
 */
function syntaxOf(start: string): 'xml' | 'sgml' | null {
  if (start.trimStart().length < 6) return null
  if (!isXml(start)) return 'sgml'
  const parts = start.split('<')
  for (const [index, part] of parts.entries()) {
    const [name = '', value = ''] = part.split('>')
    const next = parts[index + 1]
    if (!/^[A-Za-z0-9._]{1,40}$/.test(name) || value.trim() === '' || !next?.includes('>')) continue
    return next.slice(0, next.indexOf('>')).trim() === `/${name}` ? 'xml' : 'sgml'
  }
  return null
}

const isXml = (start: string): boolean => start.trimStart().startsWith('<?xml')

class OfxHandler implements XmlHandler {
  responses = 0
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
    if (responseNames.has(name)) this.responses += 1
    if (statementNames.has(name)) this.statement = new OfxStatement(name, this.bankName, line)
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

  /** A failed sign-on fails the whole response; a failed statement is one among others. */
  private status(element: XmlElement): void {
    if (textAt(element, 'SEVERITY') !== 'ERROR') return
    const message = textAt(element, 'MESSAGE') ?? 'without a message'
    const reason = `the bank responded with error ${textAt(element, 'CODE') ?? '?'}: ${label(message)}`
    if (this.path.includes('SONRS')) throw new UnreadableFile(reason, element.line)
    this.parts.push(problem('error', element.line, this.path.join('/'), reason))
  }
}

/** The current statement. Its head is emitted before its first entry or balance. */
class OfxStatement {
  private readonly name: string
  private readonly head: StatementHead
  private readonly bankName: string | null
  private begun = false
  private readonly investments = new Map<string, number>()
  /** The date of the cash balance of an investment account. */
  private countedAt = ''
  private readonly noted = new Set<string>()
  /** It has a currency that cannot be read. */
  private isWrong = false

  constructor(name: string, bankName: string | null, line: number) {
    this.name = name
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
    const currency = head.account.currency ?? unknownCurrency
    if (element.name === 'STMTTRN') return this.entry(element, 'booked')
    if (element.name === 'STMTTRNP') return this.entry(element, 'pending')
    if (element.name === 'LEDGERBAL' || element.name === 'AVAILBAL') {
      return [...this.begin(), ...readOfxBalance(element, currency)]
    }
    if (element.name === 'INVBAL') return [...this.begin(), ...readOfxCash(element, currency, this.countedAt)]
    if (element.name === 'DTASOF') this.countedAt = element.text
    else if (element.name === 'DTSTART') head.from = ofxDate(element.text)
    else if (element.name === 'DTEND') head.to = ofxDate(element.text)
    else if (element.name === 'CURDEF') return this.currency(element)
    else head.account = { ...accountOf(element), bankName: this.bankName, currency: head.account.currency }
    return []
  }

  private entry(element: XmlElement, status: Entry['status']): StatementPart[] {
    const currency = this.head.account.currency ?? unknownCurrency
    const card = this.name === 'CCSTMTRS'
    return [...this.begin(), ...readOfxEntry(element, { currency, status, card, noted: this.noted })]
  }

  private currency({ text, line }: XmlElement): StatementPart[] {
    // begin() reports one that is missing.
    if (text === '') return []
    if (!isCurrency(text)) {
      this.isWrong = true
      return [problem('error', line, 'CURDEF', `${quoted(text)} is not a currency such as EUR`)]
    }
    this.head.account = { ...this.head.account, currency: text }
    return []
  }

  private begin(): StatementPart[] {
    if (this.begun) return []
    this.begun = true
    const head: StatementPart = { kind: 'statement', statement: this.head }
    if (this.head.account.currency !== null || this.isWrong) return [head]
    return [
      head,
      problem('note', this.head.line, 'CURDEF', 'it has no currency; that of the account is used'),
    ]
  }

  end(): StatementPart[] {
    const counts = [...this.investments].map(([name, count]) => `${count} ${name}`)
    const reason = `investment transactions are not supported and were skipped: ${counts.join(', ')}`
    const left = counts.length > 0 ? [problem('note', this.head.line, 'INVTRANLIST', reason)] : []
    const { otherId, iban } = this.head.account
    const nameless = otherId === null && iban === null
    return [
      ...this.begin(),
      ...(nameless ? [problem('error', this.head.line, this.name, 'it has no account number')] : []),
      ...left,
      { kind: 'end' },
    ]
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
