/** Prints a line to a terminal if something takes longer than a second. */
const quietMs = 1_000

export function terminalWait(label: string, terminal: NodeJS.WriteStream = process.stderr): { end(): void } {
  const timer = terminal.isTTY ? setTimeout(() => terminal.write(`${label} …\n`), quietMs) : undefined
  return { end: () => clearTimeout(timer) }
}
