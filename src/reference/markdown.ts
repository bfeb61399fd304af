/** The reference as Markdown, for readers that take plain text: assistants, editors, diffs. */
import { sampleBaseUrl } from '../contract/openapi/codeSamples.ts'
import { scopeDescriptions } from '../contract/scopes.ts'
import {
  bodySchema,
  choicesOf,
  definedError,
  type Entry,
  entriesOf,
  type Field,
  fieldsOf,
  limitsOf,
  type OpenapiDocument,
  resolved,
  typeName,
} from './document.ts'
import { type GuideBlock, guideSections } from './guide.ts'
import { responseSample } from './sample.ts'

export function referenceMarkdown(document: object): string {
  const openapi = document as OpenapiDocument
  const { title, version, summary } = openapi.info
  const guide = guideSections(sampleBaseUrl).flatMap(section => [
    `### ${section.title}`,
    ...section.blocks.map(block => guideBlock(openapi, block)),
  ])
  const groups = openapi.tags.flatMap(({ name, description }) => [
    `## ${name}`,
    description,
    ...entriesOf(openapi)
      .filter(({ operation }) => operation.tags.includes(name))
      .flatMap(entry => operationBlocks(openapi, entry)),
  ])
  return `${[`# ${title} ${version}`, summary, '## Guide', ...guide, ...groups].filter(Boolean).join('\n\n')}\n`
}

function guideBlock(openapi: OpenapiDocument, block: GuideBlock): string {
  if (typeof block === 'string') return block
  if ('code' in block) return fenced('sh', block.code)
  if ('steps' in block) return block.steps.map((step, index) => `${index + 1}. ${step}`).join('\n')
  if (block.table === 'scopes') return table(['Scope', 'Grants'], Object.entries(scopeDescriptions))
  if (block.table === 'errors') return errorsTable(openapi)
  const { headers } = openapi.components
  return table(
    ['Header', 'Meaning'],
    Object.entries(headers).map(([name, { description }]) => [name, description]),
  )
}

function errorsTable(openapi: OpenapiDocument): string {
  const rows = Object.values(openapi.components.responses).map(response => {
    const sample = response.content?.['application/json']?.example as
      | { status?: number; code?: string }
      | undefined
    const { status, code } = definedError(openapi, response) ?? sample ?? {}
    return [String(status ?? 'other'), code ?? '', resolved(openapi, response).description]
  })
  return table(['Status', 'Code', 'When'], rows)
}

function operationBlocks(openapi: OpenapiDocument, { method, path, operation }: Entry): string[] {
  const { summary, description, parameters, requestBody, responses } = operation
  const scopes = operation['x-required-scopes'].map(scope => `\`${scope}\``).join(' and ')
  const sample = responseSample(operation)
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))
  const statuses = Object.keys(responses).filter(status => /^[45]/.test(status))
  return [
    `### ${summary}`,
    `\`${method} ${path}\``,
    description ?? '',
    `Required scope: ${scopes || 'none'}. Errors: ${statuses.join(', ')}.`,
    ...operation['x-codeSamples'].map(({ lang, source }) => fenced(fences[lang] ?? '', source)),
    table(
      ['Parameter', 'In', 'Type', 'Constraints', 'Description'],
      parameters.map(({ name, in: place, required, description: text = '', schema }) => [
        ...[name, place, typeName(schema)],
        [...(required ? ['required'] : []), ...limitsOf(schema)].join('; '),
        `${text} ${choicesOf(schema)}`.trim(),
      ]),
    ),
    requestBody ? fieldsTable('Body', fieldsOf(openapi, bodySchema(openapi, requestBody) ?? {})) : '',
    success ? fieldsTable('Result', fieldsOf(openapi, bodySchema(openapi, success[1]) ?? {})) : '',
    sample === undefined ? '' : fenced('json', JSON.stringify(sample, null, 2)),
  ]
}

const fences: Readonly<Record<string, string>> = { Shell: 'sh', TypeScript: 'ts', Python: 'python' }

const fieldsTable = (name: string, fields: readonly Field[]): string =>
  table(
    [name, 'Type', 'Null', 'Description'],
    fields.map(({ parent, name: field, nullable, schema }) => [
      ...[parent + field, typeName(schema), nullable ? 'yes' : ''],
      `${schema.description ?? ''} ${choicesOf(schema)}`.trim(),
    ]),
  )

const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``

/** Empty without rows. */
function table(names: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(names), line(names.map(() => '---')), ...rows.map(line)].join('\n')
}
