/** The sidebar: the guide's topics and every operation; with scripts, also a filter and the key. */
import { escaped, link } from './markup.ts'

export interface ContentsGroup {
  name: string
  links: readonly { html: string /** Further words that the filter matches. */; words: string }[]
}

/** The console's logo. */
const mark =
  '<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><circle cx="16" cy="16" r="15" fill="#0f6b55"/>' +
  '<path d="M20.6 9.4c-3.2-1-4.9.5-5.4 3.4l-1.5 7.6c-.5 2.7-1.9 3.6-4.2 2.8M11.4 15.3h7.8" fill="none" stroke="#fff" ' +
  'stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>'

/** The logo as a data URL. The namespace's colon is encoded, so that the page contains no URL of another host. */
export const icon = `data:image/svg+xml,${mark
  .replace('<svg', "<svg xmlns='http%3A//www.w3.org/2000/svg'")
  .replaceAll('"', "'")
  .replaceAll('#', '%23')
  .replaceAll('<', '%3C')
  .replaceAll('>', '%3E')}`

export const groupId = (name: string): string => escaped(name.toLowerCase())

export const contents = (groups: readonly ContentsGroup[]): string => `<nav aria-label="Contents">
<div class="bar">
<p class="brand"><a href="#content">${mark}Florin</a> <span>API</span></p>
<button type="button" class="key-state live">Add your key</button>
<button type="button" class="menu live" aria-expanded="false" aria-controls="contents">Contents</button>
</div>
<div class="panel" id="contents">
<div class="filter live"><label for="filter">Filter</label>
<input id="filter" type="search" autocomplete="off" spellcheck="false" placeholder="Filter, e.g. payees or sync">
<p role="status"></p></div>
<div class="list">
${groups.map(contentsGroup).join('\n')}
</div>
</div>
</nav>`

const contentsGroup = ({ name, links }: ContentsGroup): string => `<div class="group">
${link(groupId(name), escaped(name))}
<ul>${links.map(({ html, words }) => `<li data-words="${escaped(words)}">${html}</li>`).join('\n')}</ul>
</div>`
