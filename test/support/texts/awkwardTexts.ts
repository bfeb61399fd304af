/** Texts that make a careless pattern or loop slow: long runs of one character, and runs between other characters. */

const runs: Readonly<Record<string, string>> = {
  space: ' ',
  tab: '\t',
  quote: '"',
  apostrophe: "'",
  backslash: '\\',
  comma: ',',
  semicolon: ';',
  equals: '=',
  percent: '%',
  slash: '/',
  dot: '.',
  colon: ':',
  digit: '0',
  letter: 'A',
  minus: '-',
  parenthesis: '(',
  bracket: '[',
  brace: '{',
  angle: '<',
  ampersand: '&',
  plus: '+',
  'e with an accent': 'é',
  emoji: '😀',
  NUL: '\0',
  'line feed': '\n',
  'escape of a space': '%20',
  'broken escape': '%E9',
  'W and a slash': 'W/',
  'comma and space': ', ',
  'digits and dots': '1.',
  'letters and blanks': 'A ',
  'at and dots': '@a.',
}

/** By a name for messages. Each text has about so many characters, of which the first and the last are no part of the run. */
export const awkwardTexts = (length: number): [name: string, text: string][] =>
  Object.entries(runs).map(([name, unit]) => [
    `x, many of ${name}, x`,
    `x${unit.repeat(Math.floor((length - 2) / unit.length))}x`,
  ])
