/**
 * A page whose code is loaded when it is first opened. React's `lazy` would keep its fallback on the screen for about
 * 300 ms; here the page is drawn as soon as it is loaded.
 */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { FlorinConnectionError } from '../api/errors.ts'
import { isUp } from '../api/isUp.ts'
import type { Load } from '../pages.ts'

const unreachable = 'The page could not be loaded.'

const came = new Map<Load, ComponentType>()

/** Can be called before the page is drawn, while the console still asks who is signed in. */
export async function loadPage(load: Load): Promise<void> {
  if (!came.has(load)) came.set(load, (await load()).default)
}

export function LoadedPage({ load, waiting }: { load: Load; waiting: ReactNode }) {
  const [, drawAgain] = useState({})
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    loadPage(load).then(
      () => drawAgain({}),
      async (error: unknown) => setFailure((await isUp()) ? error : new FlorinConnectionError(unreachable)),
    )
  }, [load])
  // The error boundary around the page offers to try again.
  if (failure !== null) throw failure
  const Page = came.get(load)
  return Page ? <Page /> : waiting
}
