/** What the scripts of the page have in common. They make elements and text, never markup from text. */

/**
 * The first such element. One that is not there is a mistake of the page, not of its reader.
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
 * Tells those who hear the page what others see.
 * @param {string} text
 */
export function speak(text) {
  spoken.textContent = text
}

/** The base as the examples were written with, and as it is from where the reader stands. */
export const exampleBase = document.body.dataset.base ?? ''
export const apiBase = location.origin + new URL(exampleBase).pathname
