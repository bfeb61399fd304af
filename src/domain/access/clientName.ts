/** What a browser is called, from the User-Agent it sends: "Firefox on Windows". Enough to recognise one's own device. */

/** Real ones are 80 to 200 characters long; anything past this is not looked at. */
const userAgentLengthMax = 400
const otherNameLengthMax = 40

/** The first that fits counts: Edge and Opera also say that they are Chrome, and Chrome that it is Safari. */
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

/** Android also says that it is Linux, and an iPhone that it is like Mac OS X. */
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

/** The product that a program names first, such as "curl" in "curl/8.5.0". */
function otherName(text: string): string | null {
  const [name] = /^[\w. -]+/.exec(text.slice(0, otherNameLengthMax)) ?? []
  return name?.trim() || null
}
