/**
 * The form that sends an operation's request, generated from its description. It does not hold the key, which is in
 * `browser/key.js`. Only `browser/try.js` submits it, so it is hidden without scripts.
 */
import { type DocumentedOperation, type Entry, limitsOf, type OpenapiDocument, typeName } from './document.ts'
import { escaped } from './markup.ts'
import { requestSample, resourceExample } from './sample.ts'

type Parameter = DocumentedOperation['parameters'][number]

export function tryForm(openapi: OpenapiDocument, entry: Entry): string {
  const { method, path, operation } = entry
  const fields = operation.parameters.map(parameter => parameterField(openapi, entry, parameter))
  const attributes = attributesOf({
    'data-method': method,
    'data-path': path,
    'data-scopes': operation['x-required-scopes'].join(' '),
    autocomplete: 'off',
    'aria-label': `${method} ${path}`,
  })
  return `<form${attributes}>
${fields.length > 0 ? `<div class="fields">\n${fields.join('\n')}\n</div>` : ''}
${bodyField(entry)}
${method === 'GET' ? '' : '<p class="care">This is a real request and changes the workspace of your key.</p>'}
<p class="lacks" hidden></p>
<div class="actions"><button class="send">Send</button><button type="button" class="cancel" hidden>Cancel</button>
<p class="outcome" role="status"></p></div>
<div class="reply" hidden>
<dl></dl>
<div class="code"><pre tabindex="0"><code></code></pre></div>
<button type="button" class="next">Next page</button>
</div>
</form>`
}

function parameterField(openapi: OpenapiDocument, entry: Entry, parameter: Parameter): string {
  const { name, in: place, required, schema } = parameter
  const id = `${entry.operation.operationId}-${name}`
  const limits = schema.maxLength === undefined ? limitsOf({ ...schema, default: undefined }) : []
  const hint = [required && 'required', place === 'header' && 'header', shownType(parameter), ...limits]
  const label = `<label for="${escaped(id)}">${escaped(name)} <small>${escaped(
    hint.filter(Boolean).join(', '),
  )}</small></label>`
  const shared = { id, name, 'data-in': place, required }
  const control = schema.enum
    ? `<select${attributesOf(shared)}>${optionsOf(schema)}</select>`
    : `<input${attributesOf({
        ...shared,
        ...inputFor(parameter),
        list: knownList(entry, parameter),
        placeholder:
          severalOf(schema) ??
          schema.examples?.[0] ??
          (required ? resourceExample(openapi, entry, name) : undefined),
      })}>`
  return `<div class="field">${label}${control}</div>`
}

/** How several choices are written. */
const severalOf = ({ items }: Parameter['schema']): string | undefined => items?.enum?.slice(0, 2).join()

const shownType = ({ schema }: Parameter): string =>
  schema.format ?? (schema.type === 'string' ? '' : typeName(schema))

function inputFor({ schema }: Parameter): Record<string, unknown> {
  const { type, format, minimum: min, maximum: max, default: value } = schema
  if (type === 'integer') return { type: 'number', min, max, value }
  if (format === 'date') return { type: 'date' }
  return { type: 'text', value, spellcheck: 'false', autocapitalize: 'none' }
}

/** Id fields suggest ids from earlier responses on this page. */
function knownList({ path }: Entry, { name }: Parameter): string | undefined {
  const lists: Record<string, string> = {
    id: path.split('/')[1] ?? '',
    companyId: 'companies',
    accountId: 'accounts',
    categoryId: 'categories',
  }
  return lists[name] && `known-${lists[name]}`
}

function bodyField(entry: Entry): string {
  const sample = requestSample(entry)
  if (sample === undefined) return ''
  const id = `${entry.operation.operationId}-body`
  const rows = sample.split('\n').length
  const attributes = attributesOf({
    id,
    'data-in': 'body',
    rows,
    spellcheck: 'false',
    autocapitalize: 'none',
  })
  return `<div class="field"><label for="${escaped(id)}">Body <small>JSON; Ctrl+Enter sends</small></label>
<textarea${attributes}>${escaped(sample)}</textarea></div>`
}

/** With its default selected, or with no choice made. */
function optionsOf({ enum: choices = [], default: selected }: Parameter['schema']): string {
  const options = choices.map(each => option(String(each), String(each), each === selected))
  return [...(selected === undefined ? [option('', 'any')] : []), ...options].join('')
}

const option = (value: string, label: string, selected = false): string =>
  `<option${attributesOf({ value, selected })}>${escaped(label)}</option>`

/** Undefined and false omit an attribute; true writes it without a value. */
function attributesOf(attributes: Record<string, unknown>): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escaped(String(value))}"`))
    .join('')
}
