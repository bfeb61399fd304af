/** A browser's name from its User-Agent header, such as "Firefox on Windows": enough to recognise your own device. */

/** Real User-Agents have 80 to 200 characters; the rest is ignored. */
const userAgentLengthMax = 400
const otherNameLengthMax = 40

/** The first match wins: Edge and Opera also claim to be Chrome, and Chrome claims to be Safari. */
const browsers: readonly [mark: string, name: string][] = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['FxiOS/', 'Firefox'],
  ['Firefox/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
]

/** Android also claims to be Linux, and an iPhone "like Mac OS X". */
const systems: readonly [mark: string, name: string][] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
]

const nameIn = (text: string, names: typeof browsers): string | undefined =>
  names.find(([mark]) => text.includes(mark))?.[1]

export function clientName(userAgent: string | undefined): string | null {
  const text = (userAgent ?? '').slice(0, userAgentLengthMax)
  const browser = nameIn(text, browsers) ?? otherName(text)
  if (browser === null) return null
  const system = nameIn(text, systems)
  return system === undefined ? browser : `${browser} on ${system}`
}

/** The product a client names first, such as "curl" in "curl/8.5.0". */
function otherName(text: string): string | null {
  const [name] = /^[\w. -]+/.exec(text.slice(0, otherNameLengthMax)) ?? []
  return name?.trim() || null
}
