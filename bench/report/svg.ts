/** Shared by the plots. The colours work on white and on black; text follows the reader's colour scheme. */

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const palette = ['#2f81f7', '#d29922', '#8957e5', '#2da44e', '#db61a2', '#e5534b']

const style = `
  text { font: 12px system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif; fill: #1f2328 }
  .title { font-size: 15px; font-weight: 600 }
  .faint { fill: #656d76; font-size: 11px }
  .rule { stroke: #8c959f; stroke-opacity: .35 }
  .mark { stroke: #1f2328; stroke-width: 2 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .faint { fill: #9198a1 }
    .mark { stroke: #e6edf3 }
  }`

export function svg(width: number, height: number, title: string, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>${style}\n</style>`,
    ...parts,
    '</svg>\n',
  ].join('\n')
}

export const label = (x: number, y: number, text: string, kind = '', anchor = 'start'): string =>
  `<text x="${round(x)}" y="${round(y)}" class="${kind}" text-anchor="${anchor}">${escaped(text)}</text>`

export const line = (x1: number, y1: number, x2: number, y2: number, kind: string): string =>
  `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" class="${kind}"/>`

export const round = (value: number): number => Math.round(value * 10) / 10
