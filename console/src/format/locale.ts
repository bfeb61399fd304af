/** The reader's own languages, for numbers and dates. The words of the console are English. */
export const locales: string[] = [...navigator.languages]
