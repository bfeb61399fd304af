/** The entry point of the page's scripts: "Try it" forms, filter and copy buttons. Nothing is stored beyond the page. */

import { callOf, curlLine, fieldsOf, send } from './call.js'
import { startContents } from './contents.js'
import { addCopyButtons } from './copy.js'
import { apiBase, exampleBase, find } from './dom.js'
import { showJson } from './json.js'
import { askForKey, currentKey, onKeyChange, startKey } from './key.js'
import { forgetAll, learnCompanies, remember } from './known.js'
import { clearResponse, showOutcome, showResponse } from './response.js'

/** The pending request of each form. @type {WeakMap<HTMLFormElement, AbortController>} */
const pending = new WeakMap()

const forms = [...document.querySelectorAll('form')].filter(form => form.dataset.path !== undefined)

showOwnAddress()
addCopyButtons()
startContents()
startKey()
forms.forEach(startForm)
for (const code of document.querySelectorAll('.sample code')) {
  if (code instanceof HTMLElement) showJson(code, JSON.parse(code.textContent ?? ''))
}
onKeyChange(key => {
  forgetAll()
  for (const form of forms) {
    pending.get(form)?.abort()
    clearResponse(form)
    showScopes(form)
  }
  if (key) learnCompanies(key).catch(() => {})
})

/** Replaces the example address with the one that the page was loaded from. */
function showOwnAddress() {
  for (const code of document.querySelectorAll('code')) {
    if (code.textContent?.includes(exampleBase)) {
      code.textContent = code.textContent.replaceAll(exampleBase, apiBase)
    }
  }
}

/** @param {HTMLFormElement} form */
function startForm(form) {
  const cursor = fieldsOf(form).find(({ name }) => name === 'cursor')
  const line = form.closest('.call')?.querySelector('code')
  const writeLine = () => {
    if (line) line.textContent = curlLine(callOf(form))
  }
  writeLine()
  form.addEventListener('input', ({ target }) => {
    // A cursor is only valid with the filters it was made for.
    const name = target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.name : ''
    if (cursor && name !== 'cursor' && name !== 'limit') cursor.value = ''
    writeLine()
  })
  form.addEventListener('submit', event => {
    event.preventDefault()
    void trySending(form)
  })
  form.addEventListener('keydown', event => {
    if (event.key === 'Escape') pending.get(form)?.abort()
    const isBody = event.target instanceof HTMLTextAreaElement
    if (event.key === 'Enter' && isBody && (event.ctrlKey || event.metaKey)) form.requestSubmit()
  })
  find(form, '.cancel', HTMLButtonElement).addEventListener('click', () => pending.get(form)?.abort())
  find(form, '.next', HTMLButtonElement).addEventListener('click', ({ currentTarget }) => {
    if (!cursor || !(currentTarget instanceof HTMLButtonElement)) return
    cursor.value = currentTarget.value
    writeLine()
    void trySending(form)
  })
}

/** @param {HTMLFormElement} form */
async function trySending(form) {
  if (!currentKey() && !(await askForKey())) return
  const secret = currentKey()?.secret ?? ''
  const sendButton = find(form, '.send', HTMLButtonElement)
  const cancel = find(form, '.cancel', HTMLButtonElement)
  const mine = new AbortController()
  pending.get(form)?.abort()
  pending.set(form, mine)
  cancel.hidden = false
  showOutcome(form, 'Waiting for the response…')
  try {
    const startMs = performance.now()
    const response = await send(callOf(form), secret, mine.signal)
    const text = await response.text()
    const body = showResponse(form, response, text, performance.now() - startMs)
    if (response.ok) remember(form.dataset.path ?? '', body)
    offerNextPage(form, body)
  } catch {
    if (pending.get(form) === mine) {
      const reason = mine.signal.aborted
        ? 'Canceled.'
        : 'No response: the request could not be sent, or the service is unavailable.'
      clearResponse(form)
      showOutcome(form, reason, 'bad')
    }
  }
  if (pending.get(form) !== mine) return
  pending.delete(form)
  if (document.activeElement === cancel) sendButton.focus()
  cancel.hidden = true
}

/**
 * @param {HTMLFormElement} form
 * @param {unknown} body
 */
function offerNextPage(form, body) {
  const next = find(form, '.next', HTMLButtonElement)
  const cursor = /** @type {{ nextCursor?: string | null } | null} */ (body)?.nextCursor ?? ''
  if (cursor === '' && document.activeElement === next) find(form, '.send', HTMLButtonElement).focus()
  next.value = cursor
  next.hidden = cursor === ''
}

/** @param {HTMLFormElement} form */
function showScopes(form) {
  const key = currentKey()
  const needed = form.dataset.scopes?.split(' ').filter(Boolean) ?? []
  const lacking = key ? needed.filter(scope => !key.scopes.includes(scope)) : []
  const note = find(form, '.lacks', HTMLElement)
  note.hidden = lacking.length === 0
  note.textContent =
    lacking.length > 0 ? `The key lacks the scope ${lacking.join(', ')}, so the response will be 403.` : ''
}
