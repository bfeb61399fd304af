/** The request that a form describes, as values to send and as a curl command. */
import { apiBase } from './dom.js'

/**
 * @typedef {object} Call
 * @property {string} method
 * @property {string} url
 * @property {[name: string, value: string][]} headers
 * @property {string | null} body
 */

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/**
 * @param {HTMLFormElement} form
 * @returns {Field[]}
 */
export function fieldsOf(form) {
  return /** @type {Field[]} */ ([...form.querySelectorAll('[data-in]')])
}

/**
 * Leaves out empty fields. If the id in the path is empty, the command shows the example.
 * @param {HTMLFormElement} form
 * @returns {Call}
 */
export function callOf(form) {
  const fields = fieldsOf(form)
  /** @param {string} place */
  const given = place => fields.filter(field => field.dataset.in === place && field.value.trim() !== '')
  const path = (form.dataset.path ?? '').replace(/\{(\w+)\}/g, (_, name) => {
    const field = fields.find(each => each.dataset.in === 'path' && each.name === name)
    const example = field instanceof HTMLInputElement ? field.placeholder : ''
    return encodeURIComponent(field?.value.trim() || example)
  })
  const query = given('query').map(({ name, value }) => `${name}=${inQuery(value.trim())}`)
  const body = given('body')[0]?.value ?? null
  return {
    method: form.dataset.method ?? 'GET',
    url: [apiBase + path, ...(query.length > 0 ? [query.join('&')] : [])].join('?'),
    headers: [
      .../** @type {[string, string][]} */ (body === null ? [] : [['Content-Type', 'application/json']]),
      ...given('header').map(({ name, value }) => /** @type {[string, string]} */ ([name, value.trim()])),
    ],
    body,
  }
}

/**
 * Colons need no encoding, and instants are easier to read with them.
 * @param {string} value
 */
const inQuery = value => encodeURIComponent(value).replaceAll('%3A', ':')

/**
 * The command reads the key from an environment variable, so it is safe to share.
 * @param {Call} call
 */
export function curlLine({ method, url, headers, body }) {
  const words = [`curl${method === 'GET' ? '' : ` -X ${method}`} -H "Authorization: Bearer $FLORIN_API_KEY"`]
  for (const [name, value] of headers) words.push(`-H ${quoted(`${name}: ${value}`)}`)
  if (body !== null) words.push(`-d ${quoted(body).replaceAll('\n', '\n  ')}`)
  return [...words, quoted(url)].join(' \\\n  ')
}

/** @param {string} text */
const quoted = text => `'${text.replaceAll("'", "'\\''")}'`

/**
 * Sends no cookies or referrer, and the browser does not cache the response.
 * @param {Call} call
 * @param {string} secret
 * @param {AbortSignal} [signal]
 */
export function send({ method, url, headers, body }, secret, signal) {
  return fetch(url, {
    method,
    headers: [...headers, ['Authorization', `Bearer ${secret}`]],
    body,
    signal: signal ?? null,
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  })
}
