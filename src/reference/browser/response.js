/** Shows the response to a request: status, time, selected headers and body. */
import { element, find } from './dom.js'
import { showJson } from './json.js'

const shownHeaders = [
  'Request-Id',
  'ETag',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Idempotency-Replayed',
  'Allow',
]

/**
 * @param {HTMLFormElement} form
 * @param {string} text
 * @param {'good' | 'bad' | ''} [kind]
 */
export function showOutcome(form, text, kind = '') {
  const line = find(form, '.outcome', HTMLElement)
  line.className = `outcome ${kind}`
  line.textContent = text
}

/** @param {HTMLFormElement} form */
export function clearResponse(form) {
  showOutcome(form, '')
  find(form, '.reply', HTMLElement).hidden = true
  find(form, '.reply code', HTMLElement).textContent = ''
  find(form, '.reply dl', HTMLElement).replaceChildren()
}

/**
 * Returns the body if it is JSON, else null.
 * @param {HTMLFormElement} form
 * @param {Response} response
 * @param {string} text
 * @param {number} tookMs
 * @returns {unknown}
 */
export function showResponse(form, response, text, tookMs) {
  const { status, statusText, ok, headers } = response
  const body = parsed(text)
  const word = /** @type {{ code?: string } | null} */ (body)?.code ?? statusText
  const size = text === '' ? 'no body' : sizeOf(new Blob([text]).size)
  showOutcome(form, `${status} ${word}, ${Math.round(tookMs)} ms, ${size}`, ok ? 'good' : 'bad')
  showHeaders(find(form, '.reply dl', HTMLElement), headers)
  const code = find(form, '.reply code', HTMLElement)
  if (body === null) code.textContent = text
  else showJson(code, body)
  find(form, '.reply .code', HTMLElement).hidden = text === ''
  find(form, '.reply', HTMLElement).hidden = false
  return body
}

/**
 * @param {HTMLElement} list
 * @param {Headers} headers
 */
function showHeaders(list, headers) {
  list.replaceChildren()
  for (const name of shownHeaders) {
    const value = headers.get(name)
    if (value === null) continue
    const pair = document.createElement('div')
    pair.append(element('dt', name), element('dd', value))
    list.append(pair)
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** @param {number} bytes */
const sizeOf = bytes => (bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(1)} kB`)
