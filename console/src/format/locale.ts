/** The reader's languages, for numbers and dates. The console's texts are English. */
export const locales: string[] = [...navigator.languages]
