/**
 * A router over the history API. The URL is the state: the path names the page, and the query holds the workspace
 * and the filters, so that what is on the screen can be shared as a link, and "back" undoes a filter.
 */
import { type ComponentProps, type MouseEvent, useMemo, useSyncExternalStore } from 'react'
import { takeJoinToken } from './joinToken.ts'

export type QueryChange = Record<string, string | null | undefined>

const listeners = new Set<() => void>()
let current = read()
let navigations = 0

function read(): string {
  takeJoinToken()
  return location.pathname + location.search
}

function changed(): void {
  const before = pathOf(current)
  current = read()
  if (pathOf(current) !== before) navigations += 1
  for (const listener of listeners) listener()
}

addEventListener('popstate', changed)

const pathOf = (address: string): string => address.split('?', 1)[0] ?? '/'
const queryOf = (address: string): string => address.slice(pathOf(address).length + 1)

/** False on the first page, where the browser has already set the focus. */
export const hasNavigated = (): boolean => navigations > 0

export function navigate(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', to)
  else history.pushState(null, '', to)
  const before = pathOf(current)
  changed()
  if (pathOf(current) !== before) scrollTo(0, 0)
}

export const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export interface Route {
  path: string
  query: URLSearchParams
}

export function useRoute(): Route {
  const address = useSyncExternalStore(subscribe, () => current)
  return useMemo(() => ({ path: pathOf(address), query: new URLSearchParams(queryOf(address)) }), [address])
}

/** Null, undefined and the empty string remove a parameter. Parameters that are not named stay. */
export function setQuery(change: QueryChange, options?: { replace?: boolean }): void {
  const query = new URLSearchParams(queryOf(current))
  for (const [name, value] of Object.entries(change)) {
    if (value) query.set(name, value)
    else query.delete(name)
  }
  navigate(withQuery(pathOf(current), query), options)
}

/**
 * Reads the filters of a page from the URL: `const [filters, setFilters] = useFilters('status', 'companyId')`.
 * A missing filter is undefined, as the client expects it.
 */
export function useFilters<Name extends string>(...names: Name[]) {
  const { query } = useRoute()
  const filters = Object.fromEntries(names.map(name => [name, query.get(name) ?? undefined]))
  const set = (change: Partial<Record<Name, string | null | undefined>>) => setQuery(change as QueryChange)
  return [filters as Record<Name, string | undefined>, set] as const
}

/** Adds the chosen workspace to a path. Every link within the console keeps it. */
export function hrefTo(to: string): string {
  const workspace = new URLSearchParams(queryOf(current)).get('workspace')
  if (!workspace) return to
  const query = new URLSearchParams(queryOf(to))
  if (!query.has('workspace')) query.set('workspace', workspace)
  return withQuery(pathOf(to), query)
}

function withQuery(path: string, query: URLSearchParams): string {
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string
}

/** A real link, which can be copied or opened in a new tab. A plain click does not reload the page. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  useRoute()
  const href = hrefTo(to)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const other = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (event.defaultPrevented || other || rest.target) return
    event.preventDefault()
    navigate(href)
  }
  return <a {...rest} href={href} onClick={follow} />
}
