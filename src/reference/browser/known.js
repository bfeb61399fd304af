/** Ids that answers have shown, offered where a field asks for one. Like the key they are held by this page alone. */
import { send } from './call.js'
import { apiBase } from './dom.js'
import { currentKey } from './key.js'

/** @typedef {import('./key.js').Key} Key */

const knownMax = 300

/** The bodies that were filled in here, with what they then held. @type {Map<HTMLTextAreaElement, string>} */
const filled = new Map()

/**
 * Takes note of the rows of a list.
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
 * The examples name a company that no workspace has, so a first try would be a 404: the first real one takes its place.
 * @param {Key} key
 */
export async function learnCompanies({ secret, scopes }) {
  if (!scopes.includes('companies:read')) return
  const answer = await send({ method: 'GET', url: `${apiBase}/companies`, headers: [], body: null }, secret)
  if (!answer.ok) return
  const body = await answer.json()
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
 * As if it had been typed, so that whatever follows the field sees it.
 * @param {HTMLTextAreaElement} field
 * @param {string} text
 */
function write(field, text) {
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
