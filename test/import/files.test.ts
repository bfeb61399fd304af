import { describe, expect, test } from 'vitest'
import { decodeText } from '../../src/import/files/text.ts'
import { zipOf } from '../../src/import/files/zip.ts'
import { filesOf, type GivenFile } from '../../src/import/files.ts'
import { readCamt } from '../../src/import/statements/camt/camt.ts'
import { zip } from './files/zipBytes.ts'
import { camt, camtAccount, camtEntry } from './statements/camtText.ts'

const statement = Buffer.from(camt(camtAccount + camtEntry().repeat(200)))
const kinds = (files: GivenFile[]) => files.map(({ name, format }) => `${name} ${format.kind}`)

async function entriesOf(file: GivenFile | undefined): Promise<number> {
  let entries = 0
  const { text } = decodeText(file?.bytes() ?? [])
  for await (const part of readCamt(text)) if (part.kind === 'entry') entries += 1
  return entries
}

describe('a given file', () => {
  test('is one file, whatever its name', async () => {
    const files = await filesOf('statement.csv', zipOf(statement))
    expect(kinds(files)).toEqual(['statement.csv camt'])
    expect(await entriesOf(files[0])).toBe(200)
  })

  test('is each file in a ZIP, including unusable ones with a reason', async () => {
    const packed = zip(
      { name: 'a.xml', bytes: statement },
      { name: 'read me.txt', bytes: Buffer.from('Hello') },
    )
    const files = await filesOf('march.zip', zipOf(packed))
    expect(kinds(files)).toEqual(['a.xml camt', 'read me.txt unknown'])
    expect(await entriesOf(files[0])).toBe(200)
    expect(await entriesOf(files[0])).toBe(200)
  })

  test('is not treated as a ZIP if it is an Office document', async () => {
    const packed = zip({ name: '[Content_Types].xml', bytes: Buffer.from('<Types/>') })
    await expect(filesOf('a.docx', zipOf(packed))).rejects.toThrow('not a workbook')
  })

  test('is rejected if it is a ZIP within a ZIP', async () => {
    const packed = zip({ name: 'inner.zip', bytes: zip({ name: 'a.xml', bytes: statement }), method: 0 })
    await expect(filesOf('outer.zip', zipOf(packed))).rejects.toThrow('a ZIP within the ZIP')
  })

  test('may be empty', async () => {
    expect((await filesOf('a', zipOf(new Uint8Array(0))))[0]?.format).toEqual({
      kind: 'unknown',
      reason: 'it is empty',
    })
  })
})
