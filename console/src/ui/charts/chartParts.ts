/** The arithmetic of a bar chart: from decimal text to rectangles. */
import { fromScale, niceSteps, ratio, scaled } from '../../format/decimal.ts'

export interface Series {
  name: string
  /** The colour in the chart. */
  tone: 'in' | 'out' | 'third' | 'bad'
  /** Decimal text, not negative, one per category. */
  values: readonly string[]
}

export interface Category {
  /** In full, for the legend and the table. */
  label: string
  /** Below the bar. */
  short: string
}

export interface Bar {
  series: number
  category: number
  /** Fractions of the plot: 0 is the axis, 1 the top. */
  from: number
  to: number
}

export interface Plot {
  bars: Bar[]
  ticks: { value: string; at: number }[]
}

const tickSteps = 4

export function plotOf(series: readonly Series[], categories: number, stacked: boolean): Plot {
  const { values, digits } = scaled(series.flatMap(({ values }) => [...values]))
  const valueAt = (one: number, category: number) => values[one * categories + category] ?? 0n
  const sums = Array.from({ length: categories }, (_, category) =>
    series.reduce((sum, _, one) => sum + valueAt(one, category), 0n),
  )
  const max = (stacked ? sums : values).reduce((most, value) => (value > most ? value : most), 0n)
  const steps = niceSteps(max, tickSteps)
  const top = steps.at(-1) || 1n
  const bars = series.flatMap((_, one) =>
    Array.from({ length: categories }, (_, category): Bar => {
      const below = stacked
        ? series.slice(0, one).reduce((sum, _, lower) => sum + valueAt(lower, category), 0n)
        : 0n
      const value = valueAt(one, category)
      return { series: one, category, from: ratio(below, top), to: ratio(below + value, top) }
    }),
  )
  return { bars, ticks: steps.map(step => ({ value: fromScale(step, digits), at: ratio(step, top) })) }
}

/** In pixels. The width is that of the container. */
export const size = { height: 240, top: 12, bottom: 26, left: 58 }
const labelWidthMin = 46
const barWidthMax = 22
const plotHeight = size.height - size.top - size.bottom

export function layoutOf(width: number, categories: number, lanes: number) {
  const slotWidth = Math.max(width - size.left, 0) / Math.max(categories, 1)
  const barWidth = Math.max(Math.min((slotWidth * 0.64) / lanes, barWidthMax), 2)
  const labelEvery = Math.max(Math.ceil(labelWidthMin / Math.max(slotWidth, 1)), 1)
  const y = (part: number) => size.top + plotHeight * (1 - part)
  const middle = (category: number) => size.left + slotWidth * (category + 0.5)
  return {
    y,
    middle,
    slot: (category: number) => ({
      x: size.left + slotWidth * category,
      y: size.top,
      width: slotWidth,
      height: plotHeight + size.bottom,
    }),
    /** Non-zero values are always at least 1.5 pixels high. */
    bar: ({ series, category, from, to }: Bar, stacked: boolean) => ({
      x: middle(category) + barWidth * ((stacked ? 0 : series) - lanes / 2) + 0.5,
      y: Math.min(y(to), y(from) - 1.5),
      width: barWidth - 1,
      height: Math.max((to - from) * plotHeight, 1.5),
      rx: stacked ? 0 : Math.min(3, barWidth / 4),
    }),
    /** Counted from the newest category, which always has a label. */
    hasLabel: (category: number) => (categories - 1 - category) % labelEvery === 0,
    /** Over the bar, and within the chart. */
  }
}
