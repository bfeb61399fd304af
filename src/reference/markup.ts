/** HTML building blocks of the reference page. Text must go through `escaped` or `prose`. */
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, character => entities[character] ?? '')

/** Escapes text and turns backticks into code elements. */
export const prose = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')

export const paragraph = (text: string): string => `<p>${prose(text)}</p>`

export const code = (text: string): string => `<code>${escaped(text)}</code>`

/** Scrolls if it is wider than the screen, so it must be focusable by keyboard. */
export const example = (text: string): string =>
  `<div class="code"><pre tabindex="0"><code>${escaped(text)}</code></pre></div>`

/** A collapsible section; its content is HTML. The class `live` hides it if scripts are off. */
export const disclosure = (classes: string, summary: string, html: string): string =>
  `<details class="${classes}"><summary>${escaped(summary)}</summary>
${html}
</details>`

export const link = (id: string, html: string): string => `<a href="#${escaped(id)}">${html}</a>`

/** Caption and cells are HTML; the first cell of a row is its heading. Empty if there are no rows. */
export function table(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  if (rows.length === 0) return ''
  // The class of a column sets its width, and its label when a narrow screen stacks the cells.
  const cell = (html: string, column: number) => {
    const name = (heads[column] ?? '').toLowerCase()
    return column === 0 ? `<th scope="row">${html}</th>` : `<td class="${escaped(name)}">${html}</td>`
  }
  return `<table>
<caption>${caption}</caption>
<thead><tr>${heads.map(head => `<th scope="col">${escaped(head)}</th>`).join('')}</tr></thead>
<tbody>
${rows.map(row => `<tr>${row.map(cell).join('')}</tr>`).join('\n')}
</tbody>
</table>`
}

/** A section of the page that can be linked to. */
export const topic = (id: string, title: string, blocks: readonly string[]): string =>
  `<article id="${escaped(id)}">
<h3>${link(id, escaped(title))}</h3>
${blocks.filter(Boolean).join('\n')}
</article>`

export const methodLabel = (method: string): string =>
  `<b class="method ${escaped(method.toLowerCase())}">${escaped(method)}</b>`
