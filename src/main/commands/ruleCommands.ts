/** Rules that give transactions their category, by command. */
import { runRules } from '../../actions/rules.ts'
import { listCategories } from '../../store/categories.ts'
import { listRules } from '../../store/rules/categoryRules.ts'
import { UnknownWorkspace } from '../../store/workspaceClock.ts'
import { findWorkspace } from '../../store/workspaces.ts'
import { type CommandContext, commandLineActor } from '../commandContext.ts'

export const ruleCommands = {
  'rules list': async ({ db }: CommandContext, { workspace }: { workspace: string }) => {
    if ((await findWorkspace(db, workspace)) === null) {
      throw new UnknownWorkspace(`There is no workspace ${workspace}.`)
    }
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
