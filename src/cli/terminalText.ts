/** Names can contain anything, including terminal escape sequences. */
export const withoutControls = (line: string): string => line.replace(/\p{Cc}/gu, '\u{fffd}')
