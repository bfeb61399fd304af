export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [upper = Number.NaN, lower = upper] = [sorted[middle], sorted[middle - 1]]
  return sorted.length % 2 === 1 ? upper : (lower + upper) / 2
}

/** The median of the values that are not null; null if there are none. */
export function medianOrNull(values: readonly (number | null)[]): number | null {
  const there = values.filter(value => value !== null)
  return there.length === 0 ? null : median(there)
}

/** How much y grows per unit of x, by least squares. */
export function slope(points: readonly { x: number; y: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, each) => sum + each, 0) / values.length
  const [meanX, meanY] = [mean(points.map(({ x }) => x)), mean(points.map(({ y }) => y))]
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  return spread === 0 ? 0 : points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread
}

/** Three significant digits with thousands separators: 12.3, 0.042, 36,900. */
export function short(value: number): string {
  if (value >= 100) return Math.round(Number(value.toPrecision(3))).toLocaleString('en-US')
  return value.toPrecision(value < 0.1 ? 2 : 3)
}
