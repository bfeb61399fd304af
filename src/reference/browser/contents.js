/** The sidebar: its filter, the highlighted position, and opening it on a narrow screen. */
import { find } from './dom.js'

const nav = find(document, 'nav', HTMLElement)
const list = find(nav, '.list', HTMLElement)
const filter = find(nav, '#filter', HTMLInputElement)
const found = find(nav, '.filter [role=status]', HTMLElement)
const menu = find(nav, '.menu', HTMLButtonElement)
const items = [...list.querySelectorAll('li')]

export function startContents() {
  filter.addEventListener('input', narrow)
  filter.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter')
      items
        .find(item => !item.hidden)
        ?.querySelector('a')
        ?.click()
  })
  menu.addEventListener('click', () => open(menu.ariaExpanded !== 'true'))
  list.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) open(false)
  })
  nav.addEventListener('keydown', event => {
    if (event.key !== 'Escape' || menu.ariaExpanded !== 'true') return
    open(false)
    menu.focus()
  })
  const place = new IntersectionObserver(follow, { rootMargin: '-15% 0px -80% 0px' })
  for (const topic of document.querySelectorAll('article[id]')) place.observe(topic)
}

/** Shows the entries that contain every typed word. */
function narrow() {
  const words = filter.value.toLowerCase().split(/\s+/)
  for (const item of items) {
    const text = `${item.textContent} ${item.dataset.words}`.toLowerCase()
    item.hidden = !words.every(word => text.includes(word))
  }
  for (const group of list.querySelectorAll('.group')) {
    if (group instanceof HTMLElement) group.hidden = !group.querySelector('li:not([hidden])')
  }
  const shown = items.filter(item => !item.hidden).length
  found.textContent =
    filter.value.trim() === '' ? '' : shown > 0 ? `${shown} of ${items.length}` : 'Nothing found'
}

/** @param {boolean} wanted */
function open(wanted) {
  menu.ariaExpanded = String(wanted)
  nav.classList.toggle('open', wanted)
}

/** @param {IntersectionObserverEntry[]} entries */
function follow(entries) {
  const here = entries.find(({ isIntersecting }) => isIntersecting)?.target.id
  if (here === undefined) return
  for (const link of list.querySelectorAll('a')) {
    const current = link.hash === `#${here}`
    link.toggleAttribute('aria-current', current)
    if (current) {
      link.setAttribute('aria-current', 'true')
      keepInSight(link)
    }
  }
}

/**
 * Scrolls only the list; `scrollIntoView` would also scroll the page.
 * @param {HTMLElement} link
 */
function keepInSight(link) {
  const { top, bottom } = link.getBoundingClientRect()
  const frame = list.getBoundingClientRect()
  if (top < frame.top) list.scrollTop -= frame.top - top + 40
  if (bottom > frame.bottom) list.scrollTop += bottom - frame.bottom + 40
}
