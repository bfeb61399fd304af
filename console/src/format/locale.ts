/** The reader's languages, for numbers and dates. The console's texts are English. */
const browser = (globalThis as { navigator?: { languages?: readonly string[] } }).navigator

/** Tests of the formats run without a browser. */
export const locales: string[] = knownLocales(browser?.languages ?? ['en'])

/** Chromium names the language of a machine without one `en-US@posix`, which is no language to Intl: it throws. */
export function knownLocales(languages: readonly string[]): string[] {
  return languages.filter(language => {
    try {
      return Intl.getCanonicalLocales(language).length > 0
    } catch {
      return false
    }
  })
}
