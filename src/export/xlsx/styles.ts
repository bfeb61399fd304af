/** Cell styles by their index in styles.xml. A decimal's style has as many places as the decimal, up to this many. */
export const placesMax = 8
export const style = { plain: 0, head: 1, date: 2, instant: 3, decimal: 4 } as const
