/** The output of `florin doctor`: one line per check, with advice. */
import type { Diagnosis } from '../main/doctor/diagnose.ts'

export function doctorOutput({ healthy, checks }: Diagnosis): string[] {
  const width = Math.max(...checks.map(({ name }) => name.length))
  const lines = checks.map(({ state, name, finding, advice }) => {
    const suffix = advice === null ? '' : ` → ${advice}`
    return `${state.padEnd('problem'.length)}  ${name.padEnd(width)}  ${finding}${suffix}`
  })
  return [
    ...lines,
    healthy
      ? 'Florin can work with this store.'
      : 'Florin cannot work with this store until the problems are fixed.',
  ]
}
