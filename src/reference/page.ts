/**
 * The reference page, generated once from the OpenAPI document: the guide, then every operation. It is complete without
 * scripts; they add the "Try it" forms, the filter and the copy buttons. It loads nothing from other hosts.
 */
import { sampleBaseUrl } from '../contract/openapi/codeSamples.ts'
import { scopeDescriptions } from '../contract/scopes.ts'
import { type ContentsGroup, contents, groupId, icon } from './contents.ts'
import { definedError, type Entry, entriesOf, type OpenapiDocument } from './document.ts'
import { type GuideBlock, guideSections } from './guide.ts'
import { keyDialog } from './keyDialog.ts'
import { code, escaped, example, link, methodLabel, paragraph, prose, table, topic } from './markup.ts'
import { operationTopic } from './operation.ts'
import { referenceScripts } from './scripts.ts'
import { referenceStyle } from './style.ts'

interface Group extends ContentsGroup {
  description: string
  topics: string[]
}

export interface ReferencePage {
  html: string
  css: string
  scripts: { path: string; text: string }[]
}

export function referencePage(document: object): ReferencePage {
  const openapi = document as OpenapiDocument
  // A script replaces it with the address of the page.
  const baseUrl = sampleBaseUrl
  const groups = [guideGroup(openapi, baseUrl), ...operationGroups(openapi)]
  return { html: shell(openapi.info, baseUrl, groups), css: referenceStyle, scripts: referenceScripts }
}

function guideGroup(openapi: OpenapiDocument, baseUrl: string): Group {
  const sections = guideSections(baseUrl)
  return {
    name: 'Guide',
    description: 'How the operations work together.',
    links: sections.map(({ id, title }) => ({ html: link(id, escaped(title)), words: 'guide' })),
    topics: sections.map(({ id, title, blocks }) =>
      topic(
        id,
        title,
        blocks.map(block => guideBlock(openapi, block)),
      ),
    ),
  }
}

function operationGroups(openapi: OpenapiDocument): Group[] {
  return openapi.tags.map(({ name, description }) => {
    const entries = entriesOf(openapi).filter(({ operation }) => operation.tags.includes(name))
    return {
      name,
      description,
      links: entries.map(entry => ({ html: entryLink(entry), words: entry.operation.summary })),
      topics: entries.map(entry => operationTopic(openapi, entry)),
    }
  })
}

const entryLink = ({ method, path, operation }: Entry): string =>
  link(operation.operationId, `${methodLabel(method)} <span>${escaped(path)}</span>`)

function guideBlock(openapi: OpenapiDocument, block: GuideBlock): string {
  if (typeof block === 'string') return paragraph(block)
  if ('code' in block) return example(block.code)
  if ('steps' in block) return `<ol>${block.steps.map(step => `<li>${prose(step)}</li>`).join('')}</ol>`
  if (block.table === 'scopes') return scopesTable(openapi)
  if (block.table === 'errors') return errorsTable(openapi)
  return headersTable(openapi)
}

function scopesTable(openapi: OpenapiDocument): string {
  const rows = Object.entries(scopeDescriptions).map(([scope, grants]) => {
    const opened = entriesOf(openapi).filter(({ operation }) =>
      operation['x-required-scopes'].includes(scope),
    )
    return [code(scope), escaped(grants), opened.map(entryLink).join('<br>')]
  })
  return table('Scopes', ['Scope', 'Grants', 'Operations'], rows)
}

function errorsTable(openapi: OpenapiDocument): string {
  const rows = Object.values(openapi.components.responses).flatMap(response => {
    const error = definedError(openapi, response)
    if (!error) return []
    const details = error.details.map(name => code(`data.${name}`)).join(' ')
    return [[escaped(error.status), code(error.code), prose(response.description), details]]
  })
  return table('Defined errors', ['Status', 'Code', 'When', 'Details'], rows)
}

function headersTable({ components }: OpenapiDocument): string {
  const rows = Object.entries(components.headers)
    .filter(([name]) => /^(RateLimit-|Retry-After$)/.test(name))
    .map(([name, { description }]) => [code(name), prose(description)])
  return table('Response headers', ['Header', 'Description'], rows)
}

const groupSection = ({ name, description, topics }: Group): string => `<section id="${groupId(name)}">
<h2>${escaped(name)}</h2>
<p class="lead">${prose(description)}</p>
${topics.join('\n')}
</section>`

/** Filled by `browser/known.js`; the id fields suggest them. */
const knownLists = ['companies', 'accounts', 'transactions', 'categories', 'bills', 'payees']
  .map(name => `<datalist id="known-${name}"></datalist>`)
  .join('\n')

function shell(info: OpenapiDocument['info'], baseUrl: string, groups: readonly Group[]): string {
  // The description ends with the table of scopes, which the guide shows in more detail.
  const introduction = info.description.split('\n\n').filter(block => !block.startsWith('|'))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(info.title)} · Florin</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="/docs/style.css">
<script type="module" src="/docs/try.js"></script>
</head>
<body data-base="${escaped(baseUrl)}">
<a class="skip" href="#content">Skip to content</a>
${contents(groups)}
<main id="content">
<header>
<h1>${escaped(info.title)}</h1>
<p class="lead">${prose(info.summary)}</p>
${introduction.map(paragraph).join('\n')}
<dl>
<div><dt>Base URL</dt><dd>${code(baseUrl)}</dd></div>
<div><dt>Version</dt><dd>${escaped(info.version)}</dd></div>
<div><dt>Specification</dt><dd><a href="/v1/openapi.json">OpenAPI 3.1 document</a></dd></div>
</dl>
<p class="start live">You can send requests from this page: add your key, then open <b>Try it</b> on any operation.</p>
</header>
${groups.map(groupSection).join('\n')}
</main>
${keyDialog}
${knownLists}
<p class="spoken" role="status"></p>
</body>
</html>
`
}
