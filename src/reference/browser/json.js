/** Shows JSON indented, with colours for names, strings and other values. */
/**
 * A string with an optional colon, which makes it a name, or another value. The closing quote is optional, so that an
 * unterminated string is not scanned again from each of its quotes.
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
