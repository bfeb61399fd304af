/** The address of the service. A forgotten /v1 is the most likely mistake, so it has its own messages. */

const example = 'such as https://florin.example/v1'

/** Without slashes at the end. The messages quote no address that may contain a password. */
export function checkedBaseUrl(text: string): string {
  const baseUrl = withoutSlashes(text)
  // In a browser, an address may be relative to the page.
  if (baseUrl.startsWith('/')) return baseUrl
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new TypeError(`baseUrl must be an address with http:// or https://, ${example}`)
  if (url.username !== '' || url.password !== '')
    throw new TypeError(
      `baseUrl must not contain a user name or password: write only the address, ${example}`,
    )
  if (url.search !== '' || url.hash !== '')
    throw new TypeError(`baseUrl must end with its path, without ? and #, ${example}`)
  if (url.pathname === '/') throw new TypeError(`baseUrl has no /v1 at its end: write ${url.origin}/v1`)
  return baseUrl
}

function withoutSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end -= 1
  return url.slice(0, end)
}

/** What to add to an error that a wrong address would explain; empty if the address looks right. */
export const baseUrlHint = (baseUrl: string): string =>
  /\/v\d+$/.test(baseUrl)
    ? ''
    : `. Perhaps the address is wrong: baseUrl ${baseUrl} does not end in /v1, so try ${baseUrl}/v1`
