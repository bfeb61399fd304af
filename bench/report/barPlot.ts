/** Horizontal bars in groups on a scale from 0 to 1, with a mark for the target of each group. */
import { escaped, label, line, palette, round, svg } from './svg.ts'

export interface BarGroup {
  title: string
  bars: { series: string; value: number; text: string }[]
  /** The target of the group's first bar. */
  mark: number | null
}

const left = 250
const right = 110
const plotWidth = 500
const width = left + plotWidth + right
const top = 84
const barHeight = 15
const groupGap = 14

export function barPlot(
  title: string,
  subtitle: string,
  markName: string,
  groups: readonly BarGroup[],
): string {
  const series = [...new Set(groups.flatMap(({ bars }) => bars.map(each => each.series)))]
  const colour = (name: string) => palette[series.indexOf(name) % palette.length]
  const x = (value: number) => left + Math.min(1, value) * plotWidth
  const heightOf = ({ bars }: BarGroup) => bars.length * barHeight + groupGap
  const height = top + groups.reduce((sum, group) => sum + heightOf(group), 0) + 30
  const parts = [label(16, 26, title, 'title'), label(16, 45, subtitle, 'faint')]

  let legendX = 16
  for (const name of series) {
    parts.push(`<rect x="${legendX}" y="57" width="10" height="10" rx="2" fill="${colour(name)}"/>`)
    parts.push(label(legendX + 15, 66, name))
    legendX += 32 + name.length * 6.6
  }
  parts.push(line(legendX + 4, 56, legendX + 4, 68, 'mark'), label(legendX + 12, 66, markName))

  for (const tick of [0, 0.25, 0.5, 0.75, 1]) {
    parts.push(line(x(tick), top - 4, x(tick), height - 26, 'rule'))
    parts.push(label(x(tick), height - 10, tick.toFixed(2), 'faint', 'middle'))
  }
  let y = top
  for (const group of groups) {
    const barsHeight = group.bars.length * barHeight
    parts.push(label(left - 10, y + barsHeight / 2 + 4, group.title, '', 'end'))
    for (const [index, { series: name, value, text }] of group.bars.entries()) {
      const barY = y + index * barHeight
      const barWidth = round(Math.max(1, x(value) - left))
      parts.push(
        `<rect x="${left}" y="${barY + 1}" width="${barWidth}" height="${barHeight - 3}" rx="2" fill="${colour(name)}">` +
          `<title>${escaped(`${name}: ${text}`)}</title></rect>`,
        label(Math.max(x(value), index === 0 ? x(group.mark ?? 0) : 0) + 6, barY + 11, text, 'faint'),
      )
    }
    if (group.mark !== null) parts.push(line(x(group.mark), y - 1, x(group.mark), y + barHeight, 'mark'))
    y += heightOf(group)
  }
  return svg(width, height, title, parts)
}
