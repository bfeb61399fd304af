/**
 * The page's key. It is kept only in this module: not in the URL, storage, a cookie or, once it is in use, a field. Before
 * a key is accepted, it is checked with a request for its workspace, so that a mistyped one is noticed at once.
 */
import { send } from './call.js'
import { apiBase, find, speak } from './dom.js'

/**
 * @typedef {object} Key
 * @property {string} secret
 * @property {string} name
 * @property {string} workspace
 * @property {string[]} scopes
 */

const dialog = find(document, 'dialog.key', HTMLDialogElement)
const form = find(dialog, 'form', HTMLFormElement)
const field = find(dialog, 'input', HTMLInputElement)
const outcome = find(dialog, '[role=status]', HTMLElement)
const forget = find(dialog, '.forget', HTMLButtonElement)
const state = find(document, '.key-state', HTMLButtonElement)

/** @type {Key | null} */
let key = null

/** @type {((key: Key | null) => void)[]} */
const listeners = []

export const currentKey = () => key

/** @param {(key: Key | null) => void} listener */
export const onKeyChange = listener => listeners.push(listener)

export function startKey() {
  state.addEventListener('click', () => void askForKey())
  find(dialog, '.close', HTMLButtonElement).addEventListener('click', () => dialog.close())
  forget.addEventListener('click', () => {
    use(null)
    dialog.close()
  })
  form.addEventListener('submit', event => {
    event.preventDefault()
    void check(field.value.trim())
  })
}

/**
 * Opens the dialog; resolves when it is closed, with whether there is a key.
 * @returns {Promise<boolean>}
 */
export function askForKey() {
  say('')
  forget.hidden = key === null
  dialog.showModal()
  return new Promise(settle => {
    const closed = () => {
      field.value = ''
      settle(key !== null)
    }
    dialog.addEventListener('close', closed, { once: true })
  })
}

/** @param {string} secret */
async function check(secret) {
  if (!/^florin_[0-9A-Za-z]{40}$/.test(secret)) {
    say('A key is florin_ followed by 40 letters and digits. Part of this one may be missing.')
    return
  }
  say('Checking…', 'calm')
  try {
    const response = await send(
      { method: 'GET', url: `${apiBase}/workspace`, headers: [], body: null },
      secret,
    )
    const body = await response.json()
    if (!dialog.open) return
    if (!response.ok) {
      say(body.message)
      return
    }
    use({ secret, name: body.apiKey.name, workspace: body.name, scopes: body.apiKey.scopes })
    dialog.close()
  } catch {
    say('The service cannot be reached. Try again in a moment.')
  }
}

/**
 * @param {string} text
 * @param {'calm' | ''} [mood]
 */
function say(text, mood = '') {
  outcome.className = mood
  outcome.textContent = text
}

/** @param {Key | null} given */
function use(given) {
  key = given
  state.classList.toggle('set', given !== null)
  state.textContent = given ? `Key: ${given.name}` : 'Add your key'
  speak(given ? `Key in use: ${given.name}, workspace ${given.workspace}` : 'The key was removed')
  for (const listener of listeners) listener(given)
}
