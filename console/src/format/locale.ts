/** The reader's languages, for numbers and dates. The console's texts are English. */
const browser = (globalThis as { navigator?: { languages?: readonly string[] } }).navigator

/** Tests of the formats run without a browser. */
export const locales: string[] = [...(browser?.languages ?? ['en'])]
