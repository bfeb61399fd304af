/** The command that serves an assistant, and its options. */
import { accessOptions } from '../access/shapes.ts'

export const mcpShapes = {
  mcp: {
    summary: 'Serve an assistant over standard input and output (MCP), with tools that only read',
    options: {
      key: { value: 'KEY', summary: 'the API key; others can see it, so better set FLORIN_API_KEY' },
      ...accessOptions,
    },
    flags: { 'without-texts': 'leave out descriptions, references, names and all other free texts' },
  },
} as const
