/**
 * Reads camt.053, .052 and .054 of any version as a stream, with only the current entry in memory. Versions
 * are identified by the namespace. They differ mainly in nesting levels, which the entry readers allow for.
 */
import { UnreadableFile } from '../../files/problem.ts'
import { type XmlAttributes, type XmlHandler, XmlReader, type XmlRepeats } from '../../files/xml.ts'
import { type ShapedElement, shapeLengthMax, XmlShapes } from '../../files/xmlShapes.ts'
import { textAt, type XmlElement, XmlTreeBuilder } from '../../files/xmlTree.ts'
import { isoDate, label, noAccount, problem, quoted } from '../fields.ts'
import type { Balance, StatementHead, StatementPart } from '../statement.ts'
import { accountOf, wrongIban } from './camtAccount.ts'
import { type CamtBalance, readCamtBalance, resolveCamtBalances } from './camtBalance.ts'
import { batchTransactionsMax, type CamtContext, type CamtEntry, readCamtEntry } from './camtEntry.ts'

/** ISO's namespace or a national variant, such as Austria's ISO:camt.053.001.02:APC:STUZZA:payments:003. */
export const camtNamespace = /^(?:urn:iso:std:iso:20022:tech:xsd:|ISO:)(camt\.05[234])\.001\.(\d{2})(?::.*)?$/

const balancesMax = 10_000

interface Message {
  message: string
  statement: string
  scope: StatementHead['scope']
}

const messages: Readonly<Record<string, Message>> = {
  'camt.052': { message: 'BkToCstmrAcctRpt', statement: 'Rpt', scope: 'report' },
  'camt.053': { message: 'BkToCstmrStmt', statement: 'Stmt', scope: 'statement' },
  'camt.054': { message: 'BkToCstmrDbtCdtNtfctn', statement: 'Ntfctn', scope: 'notice' },
}

export async function* readCamt(text: AsyncIterable<string>): AsyncGenerator<StatementPart, void, undefined> {
  for await (const parts of readCamtTogether(text)) yield* parts
}

/** The same with all parts of a piece of text together, because waiting for each of them takes time. */
export async function* readCamtTogether(
  text: AsyncIterable<string>,
): AsyncGenerator<readonly StatementPart[], void, undefined> {
  const handler = new CamtHandler()
  const reader = new XmlReader(handler)
  for await (const piece of text) {
    reader.write(piece)
    yield handler.takeParts()
  }
  reader.end()
  yield handler.takeParts()
  if (handler.statements === 0) throw new UnreadableFile('it is camt, but contains no statement')
}

class CamtHandler implements XmlHandler, XmlRepeats {
  statements = 0
  readonly repeats = this
  private parts: StatementPart[] = []
  private kind: Message | null = null
  /** Names from the root down to the statement; everything inside the statement is collected as trees. */
  private readonly path: string[] = []
  private statement: CamtStatement | null = null
  private tree: XmlTreeBuilder | null = null
  /**
   * Transactions are taken out of their entry's tree as they end, so that a batch of any size stays within
   * the limits.
   */
  private transaction: XmlTreeBuilder | null = null
  private transactions: XmlElement[] = []
  private transactionCount = 0
  private readonly shapes = new XmlShapes<CamtEntry>()
  /** The elements of the current child of the statement, in order, and the entry that was made of them. */
  private elements: XmlElement[] = []
  private entry: CamtEntry | null = null

  takeParts(): StatementPart[] {
    const { parts } = this
    this.parts = []
    return parts
  }

  open(name: string, namespace: string, attributes: XmlAttributes, line: number): void {
    if (!this.statement) {
      this.openOutside(name, namespace, line)
      return
    }
    if (this.tree?.root?.name === 'Ntry' && name === 'TxDtls') this.transaction ??= new XmlTreeBuilder()
    if (this.tree === null) this.beginTree()
    const tree = this.transaction ?? this.tree
    const element = tree?.open(name, namespace, attributes, line)
    if (element && this.elements.length < shapeLengthMax) this.elements.push(element)
  }

  private beginTree(): void {
    this.tree = new XmlTreeBuilder()
    this.elements = []
    this.entry = null
  }

  /** Between the children of a statement. */
  get isBetween(): boolean {
    return this.statement !== null && this.tree === null
  }

  read(text: string, start: number, line: number): ShapedElement<CamtEntry> | null {
    const found = this.shapes.read(text, start, line)
    if (found !== null && this.statement) this.addEntry(found.content, this.statement)
    return found
  }

  learn(text: string): void {
    if (this.entry) this.shapes.learn(text, this.elements, this.entry)
    this.entry = null
  }

  forget(): void {
    this.shapes.forget()
  }

  /** Document may be inside any kind of envelope. */
  private openOutside(name: string, namespace: string, line: number): void {
    if (name === 'Document') this.kind = namespace === '' ? null : messageOf(namespace, line)
    // Without a namespace, the name of the message identifies it.
    if (namespace === '' && this.path.at(-1) === 'Document') this.kind ??= messageNamed(name)
    // The first version has its version number in the name.
    const parent = this.path.at(-1)?.replace(/V01$/, '')
    if (this.kind && name === this.kind.statement && parent === this.kind.message) {
      this.statements += 1
      const path = `Document/${this.kind.message}/${name}`
      this.statement = new CamtStatement(this.kind.scope, path, line)
    }
    this.path.push(name)
  }

  text(value: string): void {
    const tree = this.transaction ?? this.tree
    tree?.text(value)
  }

  close(): void {
    if (this.transaction) this.closeTransaction(this.transaction)
    else if (this.tree) this.closeTree(this.tree)
    else this.closeOutside()
  }

  private closeTransaction(transaction: XmlTreeBuilder): void {
    if (!transaction.close()) return
    this.transaction = null
    this.transactionCount += 1
    if (transaction.root && this.transactionCount <= batchTransactionsMax)
      this.transactions.push(transaction.root)
  }

  private closeTree(tree: XmlTreeBuilder): void {
    if (!tree.close()) return
    this.tree = null
    if (tree.root && this.statement) this.addChild(tree.root, this.statement)
  }

  private closeOutside(): void {
    this.entry = null
    if (this.statement) this.parts.push(...this.statement.end())
    this.statement = null
    this.path.pop()
  }

  private addChild(element: XmlElement, statement: CamtStatement): void {
    if (element.name !== 'Ntry') {
      this.parts.push(...statement.add(element))
      return
    }
    const { transactions, transactionCount } = this
    this.transactions = []
    this.transactionCount = 0
    this.entry = { element, transactions, transactionCount }
    this.addEntry(this.entry, statement)
  }

  private addEntry(entry: CamtEntry, statement: CamtStatement): void {
    this.parts.push(...statement.begin(), ...readCamtEntry(entry, statement.context()))
  }
}

const messageNamed = (name: string): Message | null =>
  Object.values(messages).find(({ message }) => message === name) ?? null

/** Identifies a message without a namespace by its name. */
export const camtNamed = (name: string): string | null =>
  Object.keys(messages).find(key => messages[key]?.message === name) ?? null

function messageOf(namespace: string, line: number): Message {
  const message = messages[camtNamespace.exec(namespace)?.[1] ?? '']
  if (!message)
    throw new UnreadableFile(`${quoted(namespace)} is not a namespace of camt.052, .053 or .054`, line)
  return message
}

/**
 * The current statement. Its head and balances so far are emitted before the first entry or at the end, so
 * that the consumer of the entries already knows the balances they lead from and to.
 */
class CamtStatement {
  private readonly head: StatementHead
  private readonly path: string
  private readonly balances: CamtBalance[] = []
  private given: Balance[] = []
  private begun = false
  private day: string | null = null
  private created: string | null = null
  private readonly noted = new Set<string>()

  constructor(scope: StatementHead['scope'], path: string, line: number) {
    this.head = { scope, id: null, number: null, account: noAccount, from: null, to: null, line }
    this.path = path
  }

  context(): CamtContext {
    const { path, day, created, noted } = this
    return { path, scope: this.head.scope, ownIban: this.head.account.iban, day, created, noted }
  }

  /** Handles a child other than an entry. */
  add(element: XmlElement): StatementPart[] {
    const { head } = this
    if (element.name === 'Bal') return this.addBalance(element)
    if (element.name === 'Id') head.id = label(element.text)
    if (element.name === 'ElctrncSeqNb') head.number = label(element.text)
    if (element.name === 'LglSeqNb') head.number ??= label(element.text)
    if (element.name === 'CreDtTm') this.created = isoDate(element.text)
    if (element.name === 'FrToDt') {
      head.from = isoDate(textAt(element, 'FrDtTm') ?? textAt(element, 'FrDt') ?? '')
      head.to = isoDate(textAt(element, 'ToDtTm') ?? textAt(element, 'ToDt') ?? '')
    }
    if (element.name !== 'Acct') return []
    if (this.begun)
      return [problem('error', element.line, `${this.path}/Acct`, 'it comes after the first entry')]
    head.account = accountOf(element)
    return wrongIban(element, this.path)
  }

  private addBalance(element: XmlElement): StatementPart[] {
    const { balance, problems } = readCamtBalance(element, `${this.path}/Bal`)
    if (balance) this.balances.push(balance)
    if (this.balances.length > balancesMax) {
      throw new UnreadableFile(`a statement has more than ${balancesMax} balances`, element.line)
    }
    return problems
  }

  begin(): StatementPart[] {
    if (this.begun) return []
    this.begun = true
    this.given = resolveCamtBalances(this.balances)
    this.day = onlyDay(this.given)
    this.head.account = {
      ...this.head.account,
      currency: this.head.account.currency ?? onlyCurrency(this.given),
    }
    return [{ kind: 'statement', statement: this.head }, ...this.given.map(balancePart)]
  }

  /** Emits balances that come after the entries, and those whose meaning changed because of them. */
  end(): StatementPart[] {
    const begin = this.begin()
    const given = new Set(this.given.map(balance => JSON.stringify(balance)))
    const late = resolveCamtBalances(this.balances).filter(balance => !given.has(JSON.stringify(balance)))
    return [...begin, ...late.map(balancePart), { kind: 'end' }]
  }
}

const balancePart = (balance: Balance): StatementPart => ({ kind: 'balance', balance })

/** If opening and closing balance are of the same day, so are all entries. */
function onlyDay(balances: Balance[]): string | null {
  const days = balances
    .filter(({ kind }) => kind === 'opening' || kind === 'closing')
    .map(({ at }) => at?.slice(0, 10) ?? null)
  return days.length === 2 && days[0] === days[1] ? (days[0] ?? null) : null
}

/** Many banks omit the account currency, since the balances have it. */
function onlyCurrency(balances: Balance[]): string | null {
  const currencies = new Set(balances.map(({ currency }) => currency))
  return currencies.size === 1 ? (balances[0]?.currency ?? null) : null
}
