/** Host names and origins. Pages are served under the names of HOST, FLORIN_PUBLIC_URL, FLORIN_ALLOWED_HOSTS and the certificate. */
import { X509Certificate } from 'node:crypto'

const hostsMax = 100
const nameLettersMax = 253
const nameForm = /^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/

/** Parses FLORIN_ALLOWED_HOSTS into lower-case names. */
export function readHosts({ name, text }: { name: string; text: string }, mistakes: string[]): string[] {
  const hosts = text === '' ? [] : text.split(',').map(host => host.trim().toLowerCase())
  if (hosts.length > hostsMax)
    mistakes.push(`${name} has ${hosts.length} names, but the limit is ${hostsMax}`)
  const wrong = hosts.find(host => host.length > nameLettersMax || !nameForm.test(host))
  if (wrong !== undefined) {
    mistakes.push(
      `${name} must be names separated by commas, such as florin.example or *.florin.example, ` +
        `without scheme and port: "${wrong.slice(0, nameLettersMax)}" is not one`,
    )
  }
  return hosts
}

/** Parses FLORIN_CORS_ORIGINS. A browser sends an origin without path and in lower case. */
export function readOrigins({ name, text }: { name: string; text: string }, mistakes: string[]): string[] {
  const origins = text === '' ? [] : text.split(',').map(origin => origin.trim())
  if (origins.length > hostsMax)
    mistakes.push(`${name} has ${origins.length} origins, but the limit is ${hostsMax}`)
  const wrong = origins.find(origin => !isOrigin(origin))
  if (wrong !== undefined) {
    mistakes.push(
      `${name} must be origins separated by commas, such as https://books.example, without a path: ` +
        `"${wrong.slice(0, nameLettersMax)}" is not one`,
    )
  }
  return origins
}

function isOrigin(text: string): boolean {
  if (text.length > nameLettersMax + 20 || !/^https?:\/\//.test(text) || !URL.canParse(text)) return false
  return new URL(text).origin === text
}

interface Addresses {
  host: string
  publicUrl: string | null
  tls: { cert: Buffer } | null
}

/** If HOST is an IP address, its entry has no effect: pages are served under every IP address. */
export function ownNames({ host, publicUrl, tls }: Addresses): string[] {
  const fromUrl = publicUrl === null ? [] : [new URL(publicUrl).hostname]
  return [...new Set([host.toLowerCase(), ...fromUrl, ...(tls ? namesIn(tls.cert) : [])])]
}

/** Browsers use HTTPS only with names in the certificate, so all of those are ours. */
function namesIn(pem: Buffer): string[] {
  try {
    const { subjectAltName, subject } = new X509Certificate(pem)
    const names = [...(subjectAltName ?? '').matchAll(/(?:^|, )DNS:([^,"]+)/g)]
    const common = names.length === 0 ? [...subject.matchAll(/^CN=(.+)$/gm)] : []
    return [...names, ...common].map(([, found = '']) => found.toLowerCase()).slice(0, hostsMax)
  } catch {
    // The server reports an invalid certificate when it starts.
    return []
  }
}
