/**
 * Where webhooks may be sent. Only public addresses, over HTTPS, unless FLORIN_WEBHOOK_ALLOW names the host, the
 * address or its network. A name is not enough to decide: what counts is the address that is connected to.
 */
import { isIP, isIPv4 } from 'node:net'
import { webhookUrlLengthMax } from '../../contract/console/webhooks.ts'
import { canonicalAddress, type Networks, parseNetworks } from '../access/networks.ts'

/** Special-purpose networks in which nothing public answers (IANA's registry), and those that lead to other addresses. */
const refusedIpv4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]
/**
 * Everything outside this is refused: unspecified, loopback, mapped and compatible IPv4, NAT64 (64:ff9b::/96 and
 * 64:ff9b:1::/48), discard, unique local, link-local, site-local, multicast.
 */
const globalIpv6 = ['2000::/3']
/** Within it: protocol assignments with Teredo, documentation, 6to4. */
const refusedIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const refused = networksOf([...refusedIpv4, ...refusedIpv6])
const global = networksOf(globalIpv6)

function networksOf(entries: readonly string[]): Networks {
  const parsed = parseNetworks(entries)
  if ('mistake' in parsed) throw new Error(parsed.mistake)
  return parsed.networks
}

export function isPublicAddress(address: string): boolean {
  const canonical = canonicalAddress(address)
  if (canonical === null || refused.has(canonical)) return false
  return isIPv4(canonical) || global.has(canonical)
}

/** What FLORIN_WEBHOOK_ALLOW names. */
export interface AllowedTargets {
  hosts: ReadonlySet<string>
  networks: Networks
}

const hostForm = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/
/** Without one, it is an address. */
const letter = /[a-z]/
const hostLettersMax = 253

/** Host names, addresses and networks. */
export function parseAllowed(entries: readonly string[]): { allowed: AllowedTargets } | { mistake: string } {
  const lowered = entries.map(entry => entry.trim().toLowerCase())
  const hosts = lowered.filter(
    entry => entry.length <= hostLettersMax && letter.test(entry) && hostForm.test(entry),
  )
  const parsed = parseNetworks(lowered.filter(entry => !hosts.includes(entry)))
  if ('mistake' in parsed) return parsed
  return { allowed: { hosts: new Set(hosts), networks: parsed.networks } }
}

export const noneAllowed: AllowedTargets = { hosts: new Set(), networks: networksOf([]) }

/** The host of a URL as it is connected to: without brackets, and without the final dot of a full name. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')

/** Whether a connection to this address may be made for this host. Both must be checked for each connection. */
export function mayConnect(host: string, address: string, { hosts, networks }: AllowedTargets): boolean {
  return hosts.has(host) || networks.has(address) || isPublicAddress(address)
}

const isNamed = (host: string, { hosts, networks }: AllowedTargets): boolean =>
  hosts.has(host) || networks.has(host)

/** Checks what can be known before a connection is made. The mistake starts with a verb, after the word "url". */
export function readWebhookUrl(text: string, allowed: AllowedTargets): { url: string } | { mistake: string } {
  if (text.length > webhookUrlLengthMax) return tooLong
  if (!URL.canParse(text)) return { mistake: 'must be an address such as https://example.com/florin' }
  const url = new URL(text)
  if (url.href.length > webhookUrlLengthMax) return tooLong
  const host = hostOf(url)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isNamed(host, allowed))) {
    return { mistake: 'must start with https://' }
  }
  if (url.username !== '' || url.password !== '')
    return { mistake: 'must not contain a user name or password' }
  if (url.hash !== '') return { mistake: 'must not have a part after #' }
  const literal = isOwnName(host) ? '127.0.0.1' : host
  if (isIP(literal) !== 0 && !mayConnect(host, literal, allowed)) {
    return {
      mistake: 'must not name this machine or a private network, unless FLORIN_WEBHOOK_ALLOW names it too',
    }
  }
  return { url: url.href }
}

const tooLong = { mistake: `must be at most ${webhookUrlLengthMax} characters long` }

/** Names that always mean the machine itself. */
const isOwnName = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost')
