/** The command that changes the networks of a key. */
import { changeNetworks, readNetworks } from '../../actions/keyNetworks.ts'
import { keyNetworksMax } from '../../contract/console/keys.ts'
import { type CommandContext, commandLineActor } from '../commandContext.ts'
import { Failure } from '../failure.ts'

interface NetworksInput {
  id: string
  set?: string
  clear?: string
}

export const keyNetworkCommands = {
  'keys networks': async ({ db, nowMs }: CommandContext, { id, set, clear }: NetworksInput) => {
    if ((set === undefined) === (clear === undefined)) {
      throw new Failure('florin keys networks needs either --set A,B or --clear.', 'usage')
    }
    const networks = set === undefined ? null : parseNetworkList('--set', set)
    const change = await changeNetworks(db, { keyId: id, networks }, commandLineActor(), nowMs)
    if (!change.found)
      throw new Failure(`There is no key ${id}. florin keys list shows all keys.`, 'notFound')
    if (change.revoked)
      throw new Failure(`Key ${id} was revoked, so its networks no longer matter.`, 'refused')
    return { ...change.key, changed: change.changed }
  },
}

/** Addresses and networks, separated by commas. */
export function parseNetworkList(option: string, text: string): readonly string[] {
  const entries = text.split(',').flatMap(word => word.trim() || [])
  if (entries.length === 0)
    throw new Failure(`${option} has no networks; write them as 10.0.0.0/8,2001:db8::/32.`, 'usage')
  if (entries.length > keyNetworksMax)
    throw new Failure(`${option} has ${entries.length} entries; the limit is ${keyNetworksMax}.`, 'usage')
  const read = readNetworks(entries)
  if ('mistake' in read) throw new Failure(`${option} ${read.mistake}.`, 'usage')
  return read.networks ?? []
}
