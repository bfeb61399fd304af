/** Lines on a linear or logarithmic scale, each labelled at its end. */

import { short } from '../support/numbers.ts'
import { escaped, label, line, palette, round, svg } from './svg.ts'

export interface Axis {
  name: string
  logarithmic?: boolean
}

export interface Line {
  name: string
  points: { x: number; y: number }[]
}

const width = 860
const height = 380
const [left, right, top, bottom] = [70, 190, 70, 48]

export function linePlot(title: string, subtitle: string, x: Axis, y: Axis, lines: readonly Line[]): string {
  const all = lines.flatMap(({ points }) => points)
  const horizontal = scale(
    x,
    all.map(point => point.x),
    left,
    width - right,
  )
  const vertical = scale(
    y,
    all.map(point => point.y),
    height - bottom,
    top,
  )
  const parts = [label(16, 26, title, 'title'), label(16, 45, subtitle, 'faint')]
  for (const tick of horizontal.ticks) {
    parts.push(line(horizontal.at(tick), top, horizontal.at(tick), height - bottom, 'rule'))
    parts.push(label(horizontal.at(tick), height - bottom + 16, tickText(tick), 'faint', 'middle'))
  }
  for (const tick of vertical.ticks) {
    parts.push(line(left, vertical.at(tick), width - right, vertical.at(tick), 'rule'))
    parts.push(label(left - 8, vertical.at(tick) + 4, tickText(tick), 'faint', 'end'))
  }
  parts.push(label((left + width - right) / 2, height - 10, x.name, 'faint', 'middle'))
  parts.push(label(16, top - 8, y.name, 'faint'))
  const ends = spread(lines.map(({ points }) => vertical.at(points.at(-1)?.y ?? 0)))
  for (const [index, { name, points }] of lines.entries()) {
    const colour = palette[index % palette.length]
    const path = points
      .map(point => `${round(horizontal.at(point.x))},${round(vertical.at(point.y))}`)
      .join(' ')
    parts.push(
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"><title>${escaped(name)}</title></polyline>`,
    )
    if (points.length <= 20) {
      for (const point of points) {
        parts.push(
          `<circle cx="${round(horizontal.at(point.x))}" cy="${round(vertical.at(point.y))}" r="3.5" fill="${colour}"/>`,
        )
      }
    }
    const endY = ends[index] ?? 0
    parts.push(
      `<rect x="${width - right + 12}" y="${round(endY - 5)}" width="10" height="10" rx="2" fill="${colour}"/>`,
    )
    parts.push(label(width - right + 27, endY + 4, `${name}  ${short(points.at(-1)?.y ?? 0)}`))
  }
  return svg(width, height, title, parts)
}

const tickText = (tick: number): string => Number(tick.toPrecision(6)).toLocaleString('en-US')

function scale({ logarithmic = false }: Axis, values: readonly number[], from: number, to: number) {
  const ticks = logarithmic ? decades(values) : evenTicks(Math.max(...values))
  const place = logarithmic ? Math.log10 : (value: number) => value
  const [first = 0, last = 1] = [ticks[0], ticks.at(-1)]
  const least = logarithmic ? Math.min(first, ...values) : 0
  const most = Math.max(last, ...values)
  const share = (value: number) => (place(value) - place(least)) / (place(most) - place(least) || 1)
  return { ticks, at: (value: number) => from + share(value) * (to - from) }
}

function decades(values: readonly number[]): number[] {
  const first = Math.floor(Math.log10(Math.min(...values)))
  const last = Math.ceil(Math.log10(Math.max(...values)))
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index))
}

function evenTicks(most: number): number[] {
  const rough = most / 5 || 1
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find(each => each * power >= rough) ?? 10) * power
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step)
}

const labelHeight = 17

/** Moves overlapping labels apart. */
function spread(places: readonly number[]): number[] {
  const result = [...places]
  const order = places.map((_, index) => index).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0))
  for (const [rank, index] of order.entries()) {
    const above = order[rank - 1]
    const lowest = above === undefined ? Number.NEGATIVE_INFINITY : (result[above] ?? 0) + labelHeight
    result[index] = Math.max(result[index] ?? 0, lowest)
  }
  return result
}
