/** Why an import does not happen, in the words that people see. */

/** The file cannot be taken in as it is, or not in this way; the message says what to do. */
export class Refusal extends Error {
  override name = 'Refusal'
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
    super(`Import ${importId} was taken back already, at ${at}.`)
  }
}

/** Later work stands on the import: it cannot be taken back before that is. */
export class ImportStands extends Error {
  override name = 'ImportStands'
  readonly reasons: readonly string[]

  constructor(reasons: readonly string[]) {
    super(`It cannot be taken back, as later work stands on it. ${reasons.join(' ')}`)
    this.reasons = reasons
  }
}
