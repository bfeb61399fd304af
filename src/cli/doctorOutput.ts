/** What people read after `florin doctor`: a line for each check, with what to do. */
import type { Diagnosis } from '../main/doctor/diagnose.ts'

export function doctorOutput({ healthy, checks }: Diagnosis): string[] {
  const width = Math.max(...checks.map(({ name }) => name.length))
  const lines = checks.map(({ state, name, finding, advice }) => {
    const toDo = advice === null ? '' : ` → ${advice}`
    return `${state.padEnd('problem'.length)}  ${name.padEnd(width)}  ${finding}${toDo}`
  })
  return [
    ...lines,
    healthy ? 'Florin can work with this store.' : 'Florin cannot work with this store as it is.',
  ]
}
