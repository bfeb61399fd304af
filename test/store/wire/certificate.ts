/** Self-signed certificates for tests. Node can use a certificate, yet has nothing that makes one. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Certificate } from './front.ts'

export const canMakeCertificates = spawnSync('openssl', ['version']).status === 0

export function newCertificate(subject = 'localhost'): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'florin-certificate-'))
  try {
    const [key, cert] = [join(folder, 'key'), join(folder, 'cert')]
    const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    const words = ['req', '-x509', ...kind, '-subj', `/CN=${subject}`, '-keyout', key, '-out', cert]
    execFileSync('openssl', words, { stdio: 'ignore' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
