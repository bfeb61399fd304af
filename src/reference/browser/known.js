/** Remembers ids from responses and suggests them in id fields. Like the key, they are kept only by this page. */
import { send } from './call.js'
import { apiBase } from './dom.js'
import { currentKey } from './key.js'

/** @typedef {import('./key.js').Key} Key */

const knownMax = 300

/** Bodies that this script has changed, with the new text. @type {Map<HTMLTextAreaElement, string>} */
const filled = new Map()

/**
 * Remembers the ids of the rows in a list.
 * @param {string} path
 * @param {unknown} body
 */
export function remember(path, body) {
  const list = document.getElementById(`known-${path.split('/')[1]}`)
  const rows = /** @type {{ data?: unknown } | null} */ (body)?.data
  if (!list || !Array.isArray(rows)) return
  const known = new Set([...list.children].map(child => child.getAttribute('value')))
  for (const row of rows) {
    if (known.has(row.id) || known.size >= knownMax) continue
    known.add(row.id)
    const option = document.createElement('option')
    option.value = row.id
    option.label = row.nickname ?? row.name ?? row.supplierName ?? row.counterpartyName ?? row.id
    list.append(option)
  }
}

export function forgetAll() {
  for (const list of document.querySelectorAll('datalist')) list.replaceChildren()
  for (const [field, text] of filled) if (field.value === text) write(field, field.defaultValue)
  filled.clear()
}

/**
 * Replaces the company id in the examples, which would lead to a 404, with that of a real company.
 * @param {Key} key
 */
export async function learnCompanies({ secret, scopes }) {
  if (!scopes.includes('companies:read')) return
  const response = await send({ method: 'GET', url: `${apiBase}/companies`, headers: [], body: null }, secret)
  if (!response.ok) return
  const body = await response.json()
  if (currentKey()?.secret !== secret) return
  remember('/companies', body)
  const [first] = body.data
  if (!first) return
  for (const field of document.querySelectorAll('textarea')) {
    if (field.value !== field.defaultValue) continue
    const text = field.value.replace(/(?<="companyId": )"[^"]*"/, () => JSON.stringify(first.id))
    filled.set(field, text)
    write(field, text)
  }
}

/**
 * Fires an input event, as if the text had been typed.
 * @param {HTMLTextAreaElement} field
 * @param {string} text
 */
function write(field, text) {
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
