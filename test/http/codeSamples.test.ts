/** Each code sample of the document, run as it is against the service; only the address is replaced. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CodeSample, sampleBaseUrl } from '../../src/contract/openapi/codeSamples.ts'
import { openapiDocument } from '../../src/contract/openapi.ts'
import type { WorkspaceFile } from '../../src/contract/workspaceFile.ts'
import { account, bill, category, company, payee, smallWorkspace, transaction } from '../support/builders.ts'
import { useService } from '../support/service.ts'

interface Sample {
  operationId: string
  status: number
  source: string
}

const document = openapiDocument() as {
  paths: Record<
    string,
    Record<string, { operationId: string; 'x-codeSamples': CodeSample[]; responses: object }>
  >
}
const operations = Object.values(document.paths).flatMap(methods => Object.values(methods))

const samplesIn = (label: string): Sample[] =>
  operations.map(({ operationId, 'x-codeSamples': samples, responses }) => ({
    operationId,
    status: Number(Object.keys(responses).find(status => status.startsWith('2'))),
    source: samples.find(sample => sample.label === label)?.source ?? '',
  }))

/** Has a row of each resource under the id that the samples name. */
function sampleWorkspace(): WorkspaceFile {
  const owner = company({ id: 'com_01JZ7Q4W0G3V8N5K2M9R6T1XYD' })
  const on = account(owner, { id: 'acc_01JZ7Q4W0G3V8N5K2M9R6T1XYE' })
  return {
    ...smallWorkspace(),
    ...{ companies: [owner], accounts: [on], categories: [category()] },
    transactions: [transaction(on, { id: 'txn_01JZ7Q4W0G3V8N5K2M9R6T1XYG' })],
    bills: [bill(owner, { id: 'bil_01JZ7Q4W0G3V8N5K2M9R6T1XYH' })],
    payees: [payee(owner, { id: 'pye_01JZ7Q4W0G3V8N5K2M9R6T1XYJ' })],
  }
}

const has = async (program: string): Promise<boolean> =>
  await promisify(execFile)(program, ['--version']).then(
    () => true,
    () => false,
  )

/** Runs all samples in one process; each has its own workspace and key. */
const runners: Record<string, { program: string; ending: string; script: string; args: string[] }> = {
  curl: {
    ...{ program: 'sh', ending: 'sh', args: [] },
    script:
      'for n in $(seq 1 "$1"); do export FLORIN_API_KEY=$(cat "$2/$n.key"); echo "#$n"; sh "$2/$n.sh" || exit 1; echo; done',
  },
  Python: {
    ...{ program: 'python3', ending: 'py', args: [] },
    script:
      'import os, sys\nfor n in range(1, int(sys.argv[1]) + 1):\n' +
      '    os.environ["FLORIN_API_KEY"] = open(f"{sys.argv[2]}/{n}.key").read()\n    print(f"#{n}")\n' +
      '    exec(compile(open(f"{sys.argv[2]}/{n}.py").read(), f"{n}.py", "exec"), {})\n',
  },
  TypeScript: {
    ...{ program: process.execPath, ending: 'ts', args: ['--import', 'tsx'] },
    script:
      "import { readFileSync } from 'node:fs'\nconst [count, folder] = process.argv.slice(2)\n" +
      'for (let n = 1; n <= Number(count); n += 1) {\n' +
      "  process.env.FLORIN_API_KEY = readFileSync(folder + '/' + n + '.key', 'utf8')\n  console.log('#' + n)\n" +
      "  await import(folder + '/' + n + '.ts')\n}\n",
  },
}

describe.each(Object.entries(runners))('the samples in %s', (label, { program, ending, script, args }) => {
  const service = useService('embedded')
  const samples = samplesIn(label)
  let folder: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'florin-samples-'))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, `run.${ending}`), script)
    const client = pathToFileURL(join(import.meta.dirname, '../../src/client/index.ts')).href
    for (const [index, { source }] of samples.entries()) {
      const file = sampleWorkspace()
      await service.current.load(file)
      writeFileSync(join(folder, `${index + 1}.key`), await service.current.key(file))
      const text = source
        .replaceAll(sampleBaseUrl, `${service.current.url}/v1`)
        .replace("'florin-client'", `'${client}'`)
      writeFileSync(join(folder, `${index + 1}.${ending}`), text)
    }
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('all do what they say', async context => {
    if (!(await has(label === 'curl' ? 'curl' : program))) return context.skip(`${program} is not installed`)
    const words = [...args, join(folder, `run.${ending}`), String(samples.length), folder]
    const { stdout } = await promisify(execFile)(program, words, { cwd: join(import.meta.dirname, '../..') })
    const outputs = stdout.split(/^#\d+\n/m).slice(1)
    expect(outputs).toHaveLength(samples.length)
    for (const [index, { operationId, status }] of samples.entries()) {
      const output = outputs[index]?.trim() ?? ''
      if (status !== 204) expect(output, operationId).toMatch(/data|id/)
      expect(output, operationId).not.toMatch(/"?defined"?:/)
    }
    await service.current.tidy()
    const counts = await service.current.store.db.query<{ status: number; count: string }>(
      'select status, sum(requests)::int as count from key_requests group by status order by status',
    )
    const wanted = new Map<number, number>()
    for (const { status } of samples) wanted.set(status, (wanted.get(status) ?? 0) + 1)
    expect(counts.map(({ status, count }) => [status, Number(count)])).toEqual(
      [...wanted].sort(([a], [b]) => a - b),
    )
  })
})
