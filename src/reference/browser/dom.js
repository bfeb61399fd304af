/** Shared DOM helpers. Scripts create elements and text nodes, and never parse text as HTML. */
/**
 * The first matching element; throws if there is none.
 * @template {Element} E
 * @param {ParentNode} root
 * @param {string} selector
 * @param {new () => E} type
 * @returns {E}
 */
export function find(root, selector, type) {
  const found = root.querySelector(selector)
  if (!(found instanceof type)) throw new Error(`The page has no ${selector}.`)
  return found
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} text
 * @param {string} [className]
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, text, className = '') {
  const made = document.createElement(name)
  made.textContent = text
  if (className) made.className = className
  return made
}

const spoken = find(document, '.spoken', HTMLElement)

/**
 * Announces a change to screen readers.
 * @param {string} text
 */
export function speak(text) {
  spoken.textContent = text
}

/** The base URL in the examples, and the one that the reader's browser uses. */
export const exampleBase = document.body.dataset.base ?? ''
export const apiBase = location.origin + new URL(exampleBase).pathname
