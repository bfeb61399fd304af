/** The files that came with the demo: statements of two accounts and documents of a few bills. */
import type { WorkspaceFile } from '../../contract/workspaceFile.ts'
import { demoDocuments } from './documents.ts'
import { demoStatements } from './statements.ts'

/** For a demo that ends today. */
export const demoFiles = (file: WorkspaceFile, today: string) => ({
  statements: demoStatements(file, today),
  documents: demoDocuments(file),
})
