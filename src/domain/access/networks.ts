/** IP addresses and networks: a canonical form for each address, and lists that can be checked for an address. */
import { BlockList, isIPv4, isIPv6 } from 'node:net'

export interface Networks {
  /** Canonical and without duplicates: `192.0.2.7`, `10.0.0.0/8`, `2001:db8::/32`. */
  readonly entries: readonly string[]
  /** False for text that is not an IP address. */
  has(address: string): boolean
}

/** Lists are checked entry by entry, so a very long one would slow down every request. */
export const networksMax = 100
/** The longest IPv6 address has 45 characters; the rest leaves room for a zone id or prefix length. */
const entryLettersMax = 64

interface Network {
  address: string
  /** Null for a single address. */
  prefixBits: number | null
}

/** The mistake names the first bad entry and says what is allowed. */
export function parseNetworks(entries: readonly string[]): { networks: Networks } | { mistake: string } {
  if (entries.length > networksMax) {
    return { mistake: `${entries.length} entries are too many: the limit is ${networksMax}` }
  }
  // One list per family: in a shared list, ::/0 would match all of IPv4 too.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  const spellings = new Set<string>()
  for (const entry of entries) {
    const parsed = parseNetwork(entry.trim())
    if ('mistake' in parsed) return parsed
    const { address, prefixBits } = parsed
    const family = familyOf(address)
    if (prefixBits === null) lists[family].addAddress(address, family)
    else lists[family].addSubnet(address, prefixBits, family)
    spellings.add(spellingOf(parsed))
  }
  const has = (address: string): boolean => {
    const canonical = canonicalAddress(address)
    if (canonical === null) return false
    const family = familyOf(canonical)
    return lists[family].check(canonical, family)
  }
  return { networks: { entries: [...spellings], has } }
}

function parseNetwork(entry: string): Network | { mistake: string } {
  if (entry.length > entryLettersMax) return notANetwork(`${entry.slice(0, entryLettersMax)}…`)
  const [text = '', prefix, ...more] = entry.split('/')
  const address = canonicalAddress(text)
  if (address === null || more.length > 0) return notANetwork(entry)
  if (prefix === undefined) return { address, prefixBits: null }
  const prefixBits = prefixIn(prefix, text, address)
  if (prefixBits === null) return notANetwork(entry)
  const start = networkStart(address, prefixBits)
  if (start !== address) {
    return {
      mistake: `"${entry}" is an address inside a network: write ${start}/${prefixBits} or ${address}`,
    }
  }
  return { address, prefixBits: prefixBits === bitsOf(address) ? null : prefixBits }
}

/** `::ffff:10.0.0.0/104` is 10.0.0.0/8: the first 96 bits only mark an embedded IPv4 address. */
function prefixIn(prefix: string, text: string, address: string): number | null {
  if (!/^\d{1,3}$/.test(prefix)) return null
  const bits = Number(prefix) - (text.includes(':') && isIPv4(address) ? 96 : 0)
  return bits >= 0 && bits <= bitsOf(address) ? bits : null
}

const notANetwork = (entry: string) => ({
  mistake:
    `"${entry}" is not an IP address or network: ` +
    'write an address such as 192.0.2.7 or 2001:db8::7, or a network such as 10.0.0.0/8 or 2001:db8::/32',
})

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6')
const bitsOf = (address: string): number => (isIPv4(address) ? 32 : 128)
const spellingOf = ({ address, prefixBits }: Network): string =>
  prefixBits === null ? address : `${address}/${prefixBits}`

/**
 * The canonical form of an address, or null if the text is not one. IPv6 is lower case, shortened and
 * without its zone id. IPv4 inside IPv6 (`::ffff:192.0.2.7`) becomes plain IPv4, since both name the same
 * host.
 */
export function canonicalAddress(address: string): string | null {
  if (address.length > entryLettersMax) return null
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return null
  const [withoutZone = ''] = address.split('%')
  const short = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short)
  if (mapped === null) return short
  return mapped
    .slice(1)
    .map(group => Number.parseInt(group, 16))
    .map(group => `${group >> 8}.${group & 255}`)
    .join('.')
}

/**
 * The key clients are counted by. A single host often has a whole IPv6 /64, so counting single addresses
 * would give it unlimited attempts. Text that is not an address is returned unchanged.
 */
export function networkOf(address: string): string {
  const canonical = canonicalAddress(address)
  if (canonical === null) return address
  return isIPv4(canonical) ? canonical : `${networkStart(canonical, 64)}/64`
}

/** The first address of the network; expects a canonical address. */
function networkStart(address: string, prefixBits: number): string {
  const groupBits = isIPv4(address) ? 8 : 16
  const groups = groupsOf(address).map((group, index) => {
    const zeroBits = Math.min(groupBits, Math.max(0, (index + 1) * groupBits - prefixBits))
    return (group >> zeroBits) << zeroBits
  })
  if (isIPv4(address)) return groups.join('.')
  const text = groups.map(group => group.toString(16)).join(':')
  return new URL(`http://[${text}]`).hostname.slice(1, -1)
}

/** Four numbers for IPv4, eight for IPv6. */
function groupsOf(address: string): number[] {
  if (isIPv4(address)) return address.split('.').map(Number)
  const [head = [], tail = []] = address.split('::').map(half => (half === '' ? [] : half.split(':')))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].map(group => Number.parseInt(group, 16))
}
