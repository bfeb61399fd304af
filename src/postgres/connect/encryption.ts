/** Translates sslmode, with libpq's meaning, to options of node:tls. */
import { readFileSync } from 'node:fs'
import { type ConnectionOptions, checkServerIdentity } from 'node:tls'
import { type ConnectionTarget, isSocketFolder, type Place } from './connectionString.ts'
import { ConnectionRefused } from './errors.ts'

/** False for no encryption; undefined lets the driver decide by PGSSLMODE. */
export type Encryption = ConnectionOptions | false | undefined

/** The options to try in order. Only `prefer` and `allow` have a second one. */
export function encryptionsOf(target: ConnectionTarget, { host }: Place): Encryption[] {
  // libpq never encrypts on a Unix socket, whatever sslmode says.
  if (isSocketFolder(host)) return [false]
  switch (target.sslMode) {
    case null:
      return hasFiles(target) ? [verifying(target, host)] : [undefined]
    case 'disable':
      return [false]
    case 'allow':
      return [false, unverified(target)]
    case 'prefer':
      return [unverified(target), false]
    case 'no-verify':
      return [unverified(target)]
    case 'require':
      // With a root certificate, libpq verifies the chain here too.
      return [target.sslFiles.rootcert === null ? unverified(target) : chainOnly(target)]
    case 'verify-ca':
      // Without a given root, any certificate from a public authority would pass, so verify the host name too.
      return [target.sslFiles.rootcert === null ? verifying(target, host) : chainOnly(target)]
    case 'verify-full':
      return [verifying(target, host)]
  }
}

const hasFiles = ({ sslFiles }: ConnectionTarget): boolean =>
  Object.values(sslFiles).some(path => path !== null)

const unverified = (target: ConnectionTarget): ConnectionOptions => ({
  ...certificates(target),
  rejectUnauthorized: false,
})

const chainOnly = (target: ConnectionTarget): ConnectionOptions => ({
  ...certificates(target),
  rejectUnauthorized: true,
  checkServerIdentity: () => undefined,
})

const verifying = (target: ConnectionTarget, host: string | null): ConnectionOptions => ({
  ...certificates(target),
  rejectUnauthorized: true,
  checkServerIdentity: (_, certificate) => checkServerIdentity(host ?? 'localhost', certificate),
})

/** libpq's name for the system's trusted roots. Node has its own list. */
const systemRoots = 'system'

function certificates({ sslFiles: { rootcert, cert, key } }: ConnectionTarget): ConnectionOptions {
  return {
    ...(rootcert !== null && rootcert !== systemRoots && { ca: contentOf('sslrootcert', rootcert) }),
    ...(cert !== null && { cert: contentOf('sslcert', cert) }),
    ...(key !== null && { key: contentOf('sslkey', key) }),
  }
}

function contentOf(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConnectionRefused(
      `DATABASE_URL has an ${name} that cannot be read (${code}: ${path}). Name a file that can.`,
    )
  }
}
