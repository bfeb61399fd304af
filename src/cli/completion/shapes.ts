/** The command that prints the completion for a shell. */
export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

export const completionShapes = {
  completion: {
    summary: 'Print the completion script for a shell: bash, zsh or fish',
    operands: ['SHELL'],
    operandChoices: shells,
  },
} as const
