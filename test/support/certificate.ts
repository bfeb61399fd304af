/** A self-signed certificate for tests. Node can use one, but has nothing that makes one. */
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'

export const canMakeCertificates = spawnSync('openssl', ['version']).status === 0

export interface CertificateFiles {
  cert: string
  key: string
}

/** With an RSA key, as only those can be used without forward secrecy. */
export function makeCertificate(folder: string, names: readonly string[]): CertificateFiles {
  const files = { cert: join(folder, 'certificate.pem'), key: join(folder, 'certificateKey.pem') }
  const kind = ['-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=Florin']
  const alternatives = ['IP:127.0.0.1', ...names.map(name => `DNS:${name}`)].join(',')
  const out = ['-keyout', files.key, '-out', files.cert]
  const words = ['req', '-x509', ...kind, '-addext', `subjectAltName=${alternatives}`, ...out]
  execFileSync('openssl', words, { stdio: 'ignore' })
  return files
}
