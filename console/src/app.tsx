/** Shows the shell with its pages to people who are signed in, and the sign-in page to everybody else. */
import { useEffect, useMemo, useState } from 'react'
import type { Me } from '../../src/contract/console/session.ts'
import { consoleCall, sessionBegan, watchSessionEnd } from './api/client.ts'
import { hasCode } from './api/errors.ts'
import styles from './app.module.css'
import { JoinPage } from './pages/join.tsx'
import { SignInPage } from './pages/signIn.tsx'
import { navigate, useRoute } from './router.tsx'
import { SessionContext } from './session.tsx'
import { Shell } from './shell/Shell.tsx'
import { Toasts } from './ui/actions/Toast.tsx'
import { ErrorState } from './ui/feedback/ErrorState.tsx'
import { Mark } from './ui/text/Mark.tsx'
import text from './ui/text/text.module.css'

type State =
  | { is: 'asking' }
  | { is: 'failed'; error: unknown }
  | { is: 'signedOut'; ended: boolean }
  | { is: 'signedIn'; me: Me }

export function App() {
  return (
    <>
      <Content />
      <Toasts />
    </>
  )
}

function Content() {
  const { path } = useRoute()
  const [state, setState] = useState<State>({ is: 'asking' })
  const session = useMemo(() => sessionOf(state, setState), [state])

  useEffect(() => {
    // Several requests may find out; only the first one counts.
    watchSessionEnd(() =>
      setState(before =>
        before.is === 'signedOut' ? before : { is: 'signedOut', ended: before.is === 'signedIn' },
      ),
    )
    ask(setState)
  }, [])

  const signedIn = (me: Me) => {
    sessionBegan()
    setState({ is: 'signedIn', me })
    // Someone who had to sign in on another page stays at its URL.
    if (path === '/join' || path === '/sign-in') navigate('/', { replace: true })
  }

  // A kept link to the sign-in page leads people who are signed in to the overview.
  const leave = path === '/sign-in' && state.is === 'signedIn'
  useEffect(() => {
    if (leave) navigate('/', { replace: true })
  }, [leave])

  if (path === '/join') {
    return <JoinPage onSignedIn={signedIn} onSignedOut={() => setState({ is: 'signedOut', ended: false })} />
  }
  if (state.is === 'failed') return <Failed error={state.error} onRetry={() => ask(setState)} />
  if (state.is === 'signedOut') return <SignInPage ended={state.ended} onSignedIn={signedIn} />
  if (!session || leave) return <Waiting />
  return (
    <SessionContext value={session}>
      <Shell />
    </SessionContext>
  )
}

type SetState = (next: State) => void

function ask(setState: SetState): void {
  consoleCall('getMe', 'GET', '/session', {}).then(
    me => setState({ is: 'signedIn', me }),
    (error: unknown) => {
      const out = hasCode(error, 'NOT_SIGNED_IN')
      setState(out ? { is: 'signedOut', ended: false } : { is: 'failed', error })
    },
  )
}

function sessionOf(state: State, setState: SetState) {
  if (state.is !== 'signedIn') return null
  return {
    me: state.me,
    setMe: (me: Me) => setState({ is: 'signedIn', me }),
    refreshMe: () => ask(setState),
    signedOut: () => setState({ is: 'signedOut', ended: false }),
  }
}

const Waiting = () => (
  <div className={styles.splash} role="status" aria-label="Loading" data-loading>
    <Mark />
  </div>
)

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <main className={styles.splash}>
      <h1 className={text.visuallyHidden}>Florin</h1>
      <ErrorState error={error} onRetry={onRetry} />
    </main>
  )
}
