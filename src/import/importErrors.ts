/** Why an import was rejected, in words for people. */
import type { CompanyQuestion } from '../contract/console/imports.ts'

/** The file cannot be imported, or not this way; the message says what to do. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** The workspace has several companies, and the file does not say which one it is for. */
export class CompanyNeeded extends Refusal {
  readonly question: CompanyQuestion

  constructor(what: string, question: CompanyQuestion) {
    super(`${what}, and the workspace has several companies. Choose the company that it belongs to.`)
    this.question = question
  }
}

export class UnknownCompany extends Error {
  override name = 'UnknownCompany'

  constructor(companyId: string) {
    super(`There is no company ${companyId} in the workspace.`)
  }
}

export class UnknownAccount extends Error {
  override name = 'UnknownAccount'

  constructor(accountId: string) {
    super(`There is no account ${accountId} in the workspace.`)
  }
}

export class UnknownImport extends Error {
  override name = 'UnknownImport'

  constructor(importId: string) {
    super(`There is no import ${importId} in the workspace.`)
  }
}

export class AlreadyUndone extends Error {
  override name = 'AlreadyUndone'

  constructor(importId: string, at: string) {
    super(`Import ${importId} has already been undone, at ${at}.`)
  }
}

/** Later work depends on the import, so it cannot be undone yet. */
export class ImportInUse extends Error {
  override name = 'ImportInUse'
  readonly reasons: readonly string[]
  /** Those of the reasons that can be undone along with it. */
  readonly work: readonly string[]

  constructor(reasons: readonly string[], work: readonly string[] = []) {
    super(`It cannot be undone because later work depends on it. ${reasons.join(' ')}`)
    this.reasons = reasons
    this.work = work
  }
}
