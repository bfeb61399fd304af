/** The few pieces of HTML that the reference page is made of. Text comes in through `escaped` or `prose` alone. */

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, character => entities[character] ?? '')

/** A sentence, with what stands between backticks as code. */
export const prose = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>')

export const paragraph = (text: string): string => `<p>${prose(text)}</p>`

export const code = (text: string): string => `<code>${escaped(text)}</code>`

/** Where it is wider than the screen it scrolls, so the keyboard must be able to reach it. */
export const example = (text: string): string =>
  `<div class="code"><pre tabindex="0"><code>${escaped(text)}</code></pre></div>`

/** What opens on demand; its content is HTML. A class `live` leaves it out where no script runs. */
export const disclosure = (classes: string, summary: string, html: string): string =>
  `<details class="${classes}"><summary>${escaped(summary)}</summary>
${html}
</details>`

export const link = (id: string, html: string): string => `<a href="#${escaped(id)}">${html}</a>`

/** Caption and cells are HTML, the first cell of a row being its heading. Nothing at all where there are no rows. */
export function table(
  caption: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  if (rows.length === 0) return ''
  // The class of a column sets its width, and what it says of itself where a narrow screen stacks the cells.
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

/** One part of the page that can be linked to. */
export const topic = (id: string, title: string, blocks: readonly string[]): string =>
  `<article id="${escaped(id)}">
<h3>${link(id, escaped(title))}</h3>
${blocks.filter(Boolean).join('\n')}
</article>`

export const methodLabel = (method: string): string =>
  `<b class="method ${escaped(method.toLowerCase())}">${escaped(method)}</b>`
