/** A table repeats its names, dates and words, and each step of a guess looks at all of them again. */

/** As many as a guess looks at: the cells at the start of a file. */
const textsMax = 5_000
/** Longer texts take too much room. */
const textLengthMax = 160

/** The same function, which keeps its last results. They must depend on the text only, and not be changed. */
export function remembered<Result>(read: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, { result: Result }>()
  return text => {
    if (text.length > textLengthMax) return read(text)
    const before = known.get(text)
    if (before !== undefined) return before.result
    const result = read(text)
    if (known.size >= textsMax) known.clear()
    known.set(text, { result })
    return result
  }
}
