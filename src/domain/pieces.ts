/** The elements in pieces of at most `length`, for work that must not be done all at once. */
export function* piecesOf<Element>(
  elements: readonly Element[],
  length: number,
): Generator<Element[], void, undefined> {
  for (let start = 0; start < elements.length; start += length) yield elements.slice(start, start + length)
}
