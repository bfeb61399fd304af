/** florin match: what it does, what a dry run does, and what it prints. */
import { expect, it } from 'vitest'
import { describeResult } from '../../../src/cli/output.ts'
import type { WorkspaceFile } from '../../../src/contract/workspaceFile.ts'
import { runCommand } from '../../../src/main/commands/commands.ts'
import { dump } from '../../console/access/people.ts'
import { id, matchingOn, nameAlone } from '../../import/matching/matchingWorkspaces.ts'
import { useService } from '../../support/service.ts'
import { describeOnBothStores } from '../../support/stores.ts'

describeOnBothStores('florin match', store => {
  const service = useService(store)
  const { workspaceWith, billsOf, suggestionsOf } = matchingOn(service)

  const command = (workspace: string, given: object = {}) =>
    runCommand(
      'match',
      {
        db: service.current.store.db,
        migration: { applied: [], version: 0 } as never,
        nowMs: service.current.nowMs,
        home: '',
        onProgress: () => {},
        write: async () => {},
      },
      { workspace, ...given },
    )
  const printed = async ({ workspace }: WorkspaceFile, given: object = {}) =>
    describeResult('match', await command(workspace.id, given))

  it('matches certain pairs, suggests likely ones, and shows why', async () => {
    const own = await workspaceWith([{}, { totalAmount: '7.50' }], [{}, { amount: '7.50', ...nameAlone }])
    const lines = await printed(own)
    expect(lines[0]).toBe(
      `Matched Papierwerk Süd AG RE-1001 with 119.00 EUR, 2026-01-20 (${id(own.transactions)}): 100 of 100`,
    )
    expect(lines[1]).toBe('   +30  The payment names the invoice number RE-1001.')
    expect(lines).toContain(
      `To decide: Papierwerk Süd AG RE-1001 with 7.50 EUR, 2026-01-20 (${id(own.transactions, 1)}): 50 of 100`,
    )
    expect(lines.at(-1)).toBe('Matched one bill; 1 to decide in the console.')
    expect((await billsOf(own)).map(each => each?.[0])).toEqual(['paid', 'pending_match'])
    expect(await suggestionsOf(own)).toHaveLength(1)
  })

  it('with --dry-run shows the same, and changes no row of any workspace', async () => {
    const own = await workspaceWith([{}], [{}])
    const before = await dump(service.current.store.db)
    expect((await printed(own, { 'dry-run': 'true' })).at(-1)).toBe(
      'Would match one bill; 0 to decide in the console.',
    )
    expect(await dump(service.current.store.db)).toEqual(before)
  })

  it('says if there is no such workspace', async () => {
    await expect(command('wsp_none')).rejects.toThrow('There is no workspace wsp_none.')
  })
})
