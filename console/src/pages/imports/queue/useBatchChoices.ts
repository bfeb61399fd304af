/** The company and account of all files: for those that are dropped later, and for those that are there already. */
import { useState } from 'react'
import type { Choices, ImportQueue } from './importQueue.ts'

export function useBatchChoices(queue: ImportQueue) {
  const [choices, setChoices] = useState<Choices>({})
  const choose = (next: Choices) => {
    setChoices(next)
    queue.chooseAll(next)
  }
  return { choices, choose }
}
