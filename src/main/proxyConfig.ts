/** FLORIN_TRUST_PROXY: off, or the addresses and networks of trusted proxies. */
import { proxyHopsMax } from '../api/http/clientAddress.ts'
import { parseNetworks } from '../domain/access/networks.ts'

export interface ProxyConfig {
  /** Plain text, because workers receive the configuration as a message. */
  proxies: readonly string[]
  /** Maximum number of X-Forwarded-For entries to read, counted from the end. */
  hopsMax: number
  /** A warning for the operator, in one line. */
  notice: string | null
}

interface Setting {
  name: string
  text: string
}

const loopback = ['127.0.0.0/8', '::1']

/** Loopback, RFC 1918, unique local and link-local addresses. Nobody on the internet connects from these. */
const privateNetworks = [
  ...loopback,
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16'],
  ...['fc00::/7', 'fe80::/10'],
]

const onNotice =
  'FLORIN_TRUST_PROXY=on is deprecated and now trusts only proxies on loopback and private networks. ' +
  'Set it to the address of your proxy, such as FLORIN_TRUST_PROXY=loopback or FLORIN_TRUST_PROXY=10.0.0.5.'

export function readProxies({ name, text }: Setting, mistakes: string[]): ProxyConfig {
  const word = text.toLowerCase()
  if (['off', 'false', '0', 'no'].includes(word)) return { proxies: [], hopsMax: proxyHopsMax, notice: null }
  // Clients may be in these networks too, so only the peer that connects to us is taken for a proxy.
  if (['on', 'true', '1', 'yes'].includes(word)) {
    return { proxies: privateNetworks, hopsMax: 1, notice: onNotice }
  }
  const entries = word.split(',').flatMap(entry => (entry.trim() === 'loopback' ? loopback : [entry]))
  const parsed = parseNetworks(entries)
  const mistake = 'mistake' in parsed ? parsed.mistake : tooWide(parsed.networks.entries)
  if (mistake !== null) {
    mistakes.push(`${name} must be off, or the proxies' addresses separated by commas: ${mistake}`)
  }
  return {
    proxies: 'mistake' in parsed ? [] : parsed.networks.entries,
    hopsMax: proxyHopsMax,
    notice: null,
  }
}

/** Everyone who is trusted can forge X-Forwarded-For. */
function tooWide(entries: readonly string[]): string | null {
  const everyone = entries.find(entry => entry.endsWith('/0'))
  return everyone === undefined ? null : `${everyone} would trust everyone. Write the networks of the proxies`
}
