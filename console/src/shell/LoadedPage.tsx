/**
 * A page whose code comes when it is first opened. React's own `lazy` would hold the page back for some 300 ms once its
 * place is taken by what stands there meanwhile; here it is drawn as soon as it has come.
 */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { Load } from '../pages.ts'

const came = new Map<Load, ComponentType>()

/** Also to be called before the page is drawn: while it is still being asked who is signed in. */
export async function loadPage(load: Load): Promise<void> {
  if (!came.has(load)) came.set(load, (await load()).default)
}

export function LoadedPage({ load, waiting }: { load: Load; waiting: ReactNode }) {
  const [, drawAgain] = useState({})
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    loadPage(load).then(() => drawAgain({}), setFailure)
  }, [load])
  // To the boundary around the page, which offers to try again.
  if (failure !== null) throw failure
  const Page = came.get(load)
  return Page ? <Page /> : waiting
}
