/** The names that pages are answered under: HOST, FLORIN_PUBLIC_URL, FLORIN_ALLOWED_HOSTS and the certificate's. */
import { X509Certificate } from 'node:crypto'

const hostsMax = 100
const nameLettersMax = 253
const nameForm = /^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/

/** Names in lower case, as the setting has them. */
export function readHosts({ name, text }: { name: string; text: string }, mistakes: string[]): string[] {
  const hosts = text === '' ? [] : text.split(',').map(host => host.trim().toLowerCase())
  if (hosts.length > hostsMax)
    mistakes.push(`${name} has ${hosts.length} names, and the limit is ${hostsMax}`)
  const wrong = hosts.find(host => host.length > nameLettersMax || !nameForm.test(host))
  if (wrong !== undefined) {
    mistakes.push(
      `${name} must be names with commas between them, such as florin.example or *.florin.example, ` +
        `without scheme and port: "${wrong.slice(0, nameLettersMax)}" is not one`,
    )
  }
  return hosts
}

interface Addresses {
  host: string
  publicUrl: string | null
  tls: { cert: Buffer } | null
}

/** An address as HOST needs no entry: pages are answered under every address. */
export function ownNames({ host, publicUrl, tls }: Addresses): string[] {
  const fromUrl = publicUrl === null ? [] : [new URL(publicUrl).hostname]
  return [...new Set([host.toLowerCase(), ...fromUrl, ...(tls ? namesIn(tls.cert) : [])])]
}

/** A browser comes by HTTPS only under names of the certificate, so each of them is ours. */
function namesIn(pem: Buffer): string[] {
  try {
    const { subjectAltName, subject } = new X509Certificate(pem)
    const names = [...(subjectAltName ?? '').matchAll(/(?:^|, )DNS:([^,"]+)/g)]
    const common = names.length === 0 ? [...subject.matchAll(/^CN=(.+)$/gm)] : []
    return [...names, ...common].map(([, found = '']) => found.toLowerCase()).slice(0, hostsMax)
  } catch {
    // The server says what is wrong with a certificate when it starts with it.
    return []
  }
}
