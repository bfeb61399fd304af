/** JSON as people read it: indented, with names, texts and other values told apart. */

/**
 * A text with the colon that makes it a name, a text, or another value. The closing quote is optional, so that a text
 * without one is not read again from each of its quotes.
 */
const tokens = /("(?:[^"\\]|\\.)*"?)(\s*:)?|\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*/g

/**
 * @param {HTMLElement} target
 * @param {unknown} value
 */
export function showJson(target, value) {
  const text = JSON.stringify(value, null, 2)
  const parts = document.createDocumentFragment()
  let end = 0
  for (const token of text.matchAll(tokens)) {
    const [whole, string, colon] = token
    const shown = string ?? whole
    parts.append(text.slice(end, token.index), coloured(shown, string ? (colon ? 'name' : 'text') : 'value'))
    end = token.index + shown.length
  }
  parts.append(text.slice(end))
  target.replaceChildren(parts)
}

/**
 * @param {string} text
 * @param {string} kind
 */
function coloured(text, kind) {
  const part = document.createElement('span')
  part.className = `json-${kind}`
  part.textContent = text
  return part
}
