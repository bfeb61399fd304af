/** Adds a copy button to every example. */
import { element, speak } from './dom.js'

const shownMs = 1600

export function addCopyButtons() {
  for (const block of document.querySelectorAll('div.code')) {
    const button = element('button', 'Copy', 'copy')
    button.type = 'button'
    button.addEventListener('click', async () => {
      const done = await copied(block.querySelector('code'))
      button.textContent = done ? 'Copied' : 'Press Ctrl+C'
      speak(done ? 'Copied' : 'Selected; press Ctrl+C to copy')
      setTimeout(() => {
        button.textContent = 'Copy'
      }, shownMs)
    })
    block.append(button)
  }
}

/**
 * Without HTTPS or localhost there is no clipboard access, so the text is selected for the reader to copy.
 * @param {HTMLElement | null} code
 */
async function copied(code) {
  if (!code) return false
  try {
    await navigator.clipboard.writeText(code.textContent ?? '')
    return true
  } catch {
    getSelection()?.selectAllChildren(code)
    return false
  }
}
