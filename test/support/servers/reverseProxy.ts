/** nginx and Caddy as users run them: with the files of docs/examples, only ports and paths are the test's own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import type { CertificateFiles } from '../certificate.ts'

export type ProxyName = 'nginx' | 'caddy'

const programs = { nginx: '/usr/sbin/nginx', caddy: '/usr/bin/caddy' }
const versionWords = { nginx: '-v', caddy: 'version' }

export const isInstalled = (name: ProxyName): boolean =>
  spawnSync(programs[name], [versionWords[name]]).status === 0

export interface RunningProxy {
  httpPort: number
  httpsPort: number
  stop(): Promise<void>
}

interface Setting {
  folder: string
  florinPort: number
  certificate: CertificateFiles
  httpPort: number
  httpsPort: number
}

export async function startProxy(
  name: ProxyName,
  given: Pick<Setting, 'folder' | 'florinPort' | 'certificate'>,
): Promise<RunningProxy> {
  const [httpPort, httpsPort] = await freePorts()
  const setting = { ...given, folder: join(given.folder, name), httpPort, httpsPort }
  mkdirSync(setting.folder)
  const words = name === 'nginx' ? nginxWords(setting) : caddyWords(setting)
  const env = { PATH: process.env.PATH, HOME: setting.folder, XDG_DATA_HOME: setting.folder }
  const child = spawn(programs[name], words, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const stop = () => ended(child)
  try {
    await vi.waitFor(() => connected(httpsPort), { timeout: 30_000, interval: 20 })
  } catch (error) {
    await stop()
    throw new Error(`${name} did not start: ${said}`, { cause: error })
  }
  return { httpPort, httpsPort, stop }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const end = once(child, 'exit')
  child.kill('SIGTERM')
  await end
}

const example = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../docs/examples/${name}`, import.meta.url)), 'utf8')

/** Each text must be in the example: a substitution that finds nothing would test something else. */
function substituted(text: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The example does not have "${from}" any more.`)
    return changed.replaceAll(from, to)
  }, text)
}

const certificateChanges = ({ cert, key }: CertificateFiles) =>
  [
    ['/etc/ssl/florin/certificate.pem', cert],
    ['/etc/ssl/florin/key.pem', key],
  ] as const

/** Around it, as little as nginx needs to run from a folder: Debian's own nginx.conf has these elsewhere. */
function nginxWords({ folder, florinPort, certificate, httpPort, httpsPort }: Setting): string[] {
  const site = substituted(example('nginx.conf'), [
    ...certificateChanges(certificate),
    ['127.0.0.1:8080', `127.0.0.1:${florinPort}`],
    ['listen 80;', `listen 127.0.0.1:${httpPort};`],
    ['listen 443 ', `listen 127.0.0.1:${httpsPort} `],
  ])
  writeFileSync(join(folder, 'site.conf'), site)
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const folders = kinds.map(kind => `${kind}_temp_path ${join(folder, kind)};`)
  const main = [
    ...[
      'daemon off;',
      'master_process off;',
      `pid ${join(folder, 'pid')};`,
      'error_log stderr;',
      'events {}',
    ],
    ...['http {', 'access_log off;', ...folders, `include ${join(folder, 'site.conf')};`, '}'],
  ]
  writeFileSync(join(folder, 'nginx.conf'), main.join('\n'))
  return ['-c', join(folder, 'nginx.conf'), '-p', folder, '-e', 'stderr']
}

function caddyWords({ folder, florinPort, certificate, httpPort, httpsPort }: Setting): string[] {
  const site = substituted(example('Caddyfile'), [
    ...certificateChanges(certificate),
    ['127.0.0.1:8080', `127.0.0.1:${florinPort}`],
  ])
  const ports = `http_port ${httpPort}\nhttps_port ${httpsPort}\ndefault_bind 127.0.0.1`
  const own = `{\nadmin off\n${ports}\nservers {\nprotocols h1 h2\n}\n}\n`
  writeFileSync(join(folder, 'Caddyfile'), own + site)
  return ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')]
}

async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()]
  const ports = await Promise.all(
    servers.map(async server => {
      await once(server.listen(0, '127.0.0.1'), 'listening')
      return (server.address() as AddressInfo).port
    }),
  )
  await Promise.all(servers.map(server => once(server.close(), 'close')))
  return ports as [number, number]
}

function connected(port: number): Promise<void> {
  return new Promise((settle, fail) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      settle()
    })
    socket.on('error', fail)
  })
}
