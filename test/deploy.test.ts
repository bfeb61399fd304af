/** The files for systemd and Docker: systemd accepts the unit, and Florin accepts the settings. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../src/main/config.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const read = (name: string): string => readFileSync(join(root, name), 'utf8')
const program = 'node_modules/florin/bin/florin.js'

describe('deploy/florin.service', () => {
  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

  it('is accepted by systemd', context => {
    if (!hasSystemd) context.skip('systemd-analyze is not installed')
    const folder = mkdtempSync(join(tmpdir(), 'florin-unit-'))
    try {
      // The program must exist on the machine that checks it.
      const unit = read('deploy/florin.service').replace('/usr/bin/node', process.execPath)
      writeFileSync(join(folder, 'florin.service'), unit)
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', join(folder, 'florin.service')], {
        encoding: 'utf8',
      })
      expect({ status, about: stderr.split('\n').filter(line => line.includes('florin')) }).toEqual({
        status: 0,
        about: [],
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it('runs the installed package, and the settings of docs/production.md are valid', () => {
    expect(read('deploy/florin.service')).toContain(`ExecStart=/usr/bin/node /opt/florin/${program} serve\n`)
    const [, settings = ''] = /<<'END'\n([\s\S]*?)END\n/.exec(read('docs/production.md')) ?? []
    const env = Object.fromEntries(
      settings
        .trim()
        .split('\n')
        .map(line => /^(\w+)=(.*)$/.exec(line)?.slice(1) ?? []),
    )
    expect(Object.keys(env)).toContain('DATABASE_URL')
    expect(readConfig(env)).toMatchObject({ secure: true, demo: false, publicUrl: 'https://florin.example' })
  })
})

describe('the Dockerfile and compose.yaml', () => {
  const compose = read('compose.yaml')
  const settingsIn = (text: string, pattern: RegExp): Record<string, string> =>
    Object.fromEntries([...text.matchAll(pattern)].map(([, name = '', value = '']) => [name, value]))

  it('give Florin valid settings, behind a proxy on the host', () => {
    const [, own = ''] = /^ {2}florin:\n([\s\S]*?)\n\n/m.exec(compose) ?? []
    const [, listed = ''] = /environment:\n([\s\S]*?)\n {4}\w/.exec(own) ?? []
    const filled = listed
      .replaceAll(/\$\{\w+:\?[^}]*\}/g, 'x'.repeat(32))
      .replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1')
    const env = {
      ...settingsIn(read('Dockerfile'), /^\s+(?:ENV )?([A-Z_]+)=(\S+)/gm),
      ...settingsIn(filled, /^\s+([A-Z_]+): '?([^'\n]*)'?$/gm),
    }
    expect(env).toMatchObject({ HOST: '0.0.0.0', FLORIN_DEMO: 'off', FLORIN_DATA_DIR: '/data' })
    expect(readConfig(env)).toMatchObject({ secure: true, demo: false, trustedProxies: ['172.30.17.1'] })
    expect(compose).toContain('gateway: 172.30.17.1')
  })

  it('run the installed package as another user than root, on a read-only root', () => {
    const image = read('Dockerfile').split('\nFROM ').at(-1) ?? ''
    expect(image).toContain(`ENTRYPOINT ["node", "/florin/${program}"]`)
    expect(image).toMatch(/^USER node$/m)
    expect(image).toMatch(/^HEALTHCHECK /m)
    expect(compose).toMatch(/read_only: true/)
  })

  it('copy every file that npm run pack needs into the build', () => {
    const allowed = read('.dockerignore').match(/^!.+$/gm) ?? []
    for (const line of allowed) expect(existsSync(join(root, line.slice(1)))).toBe(true)
    for (const name of [
      'bin',
      'console',
      'scripts',
      'src',
      'docs/client.md',
      'README.md',
      'LICENSE',
      'package-lock.json',
    ]) {
      expect(allowed).toContain(`!${name}`)
    }
  })
})
