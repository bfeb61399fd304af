/** The path of a page with these filters. Undefined ones are left out. */
export function pathWith(path: string, filters: Record<string, string | undefined>): string {
  const given = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}
