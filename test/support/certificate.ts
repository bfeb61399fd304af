/** Self-signed certificates for tests, made with openssl because Node cannot create them. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const canMakeCertificates = spawnSync('openssl', ['version']).status === 0

/** Paths of PEM files. */
export interface CertificateFiles {
  cert: string
  key: string
}

const rsa = ['-newkey', 'rsa:2048']
export const ellipticCurve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']

/** For 127.0.0.1 and the names. It has an RSA key, because only RSA allows key exchange without forward secrecy. */
export function makeCertificate(
  folder: string,
  names: readonly string[] = [],
  kind: readonly string[] = rsa,
): CertificateFiles {
  const files = { cert: join(folder, 'certificate.pem'), key: join(folder, 'certificateKey.pem') }
  const alternatives = ['IP:127.0.0.1', ...names.map(name => `DNS:${name}`)].join(',')
  mkdirSync(folder, { recursive: true })
  request(files, [...kind, '-subj', '/CN=Florin', '-addext', `subjectAltName=${alternatives}`])
  return files
}

/** A certificate and its key as PEM text. */
export function newCertificate(subject = 'localhost'): { cert: string; key: string } {
  const folder = mkdtempSync(join(tmpdir(), 'florin-certificate-'))
  try {
    const files = { cert: join(folder, 'cert'), key: join(folder, 'key') }
    request(files, [...ellipticCurve, '-subj', `/CN=${subject}`])
    return { cert: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function request({ cert, key }: CertificateFiles, words: readonly string[]): void {
  const all = ['req', '-x509', '-nodes', '-days', '2', ...words, '-keyout', key, '-out', cert]
  execFileSync('openssl', all, { stdio: 'ignore' })
}
