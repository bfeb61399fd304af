/** Commands that list and apply category rules. */
import { runRules } from '../../actions/rules.ts'
import { requireWorkspace } from '../../actions/workspaces.ts'
import { listCategories } from '../../store/categories.ts'
import { listRules } from '../../store/rules/categoryRules.ts'
import { type CommandContext, commandLineActor } from '../commandContext.ts'

export const ruleCommands = {
  'rules list': async ({ db }: CommandContext, { workspace }: { workspace: string }) => {
    await requireWorkspace(db, workspace)
    const categories = new Map((await listCategories(db, workspace)).map(({ id, name }) => [id, name]))
    const rules = await listRules(db, workspace)
    return { rules: rules.map(rule => ({ ...rule, category: categories.get(rule.categoryId) ?? null })) }
  },

  'rules apply': async (
    { db, nowMs, onProgress }: CommandContext,
    input: { workspace: string; 'dry-run'?: string },
  ) => {
    const dryRun = input['dry-run'] === 'true'
    const run = { workspaceId: input.workspace, dryRun, actor: commandLineActor(), nowMs, onProgress }
    return { dryRun, ...(await runRules(db, run)) }
  },
}
