/** The menu of the person who is signed in: role, theme, API reference and sign-out. */
import { useState } from 'react'
import { type Role, roleDescriptions } from '../../../src/contract/console/roles.ts'
import { consoleCall } from '../api/client.ts'
import { messageOf } from '../api/errors.ts'
import { useMutation } from '../api/useMutation.ts'
import { useSession } from '../session.tsx'
import { chooseTheme, chosenTheme, type Theme, themes } from '../theme.ts'
import { Popover } from '../ui/actions/Popover.tsx'
import { classes } from '../ui/classes.ts'
import field from '../ui/forms/Field.module.css'
import { Segmented } from '../ui/forms/Segmented.tsx'
import { wordsOf } from '../ui/text/Badge.tsx'
import { Icon, type IconName } from '../ui/text/Icon.tsx'
import text from '../ui/text/text.module.css'
import menu from './menu.module.css'
import styles from './PersonMenu.module.css'

const themeIcons: Record<Theme, IconName> = { system: 'system', light: 'sun', dark: 'moon' }

export function PersonMenu({ role }: { role: Role | null }) {
  const { user } = useSession().me
  return (
    <div className={styles.person}>
      <Popover
        placement="above"
        buttonClass={classes(menu.opener, styles.button)}
        button={
          <>
            <span className={styles.avatar} aria-hidden="true">
              {initials(user.name)}
            </span>
            <span className={styles.name}>
              <span className={text.truncate}>{user.name}</span>
              {role && <span className={styles.role}>{wordsOf(role)}</span>}
            </span>
            <Icon name="updown" />
          </>
        }
      >
        {() => <Menu role={role} />}
      </Popover>
    </div>
  )
}

function Menu({ role }: { role: Role | null }) {
  const { me, signedOut } = useSession()
  const signOut = useMutation(() => consoleCall('signOut', 'DELETE', '/session', {}), signedOut)
  const everywhere = useMutation(() => consoleCall('signOutEverywhere', 'DELETE', '/sessions', {}), signedOut)
  const error = signOut.error ?? everywhere.error
  return (
    <div className={styles.menu}>
      <div className={menu.head}>
        <p className={text.truncate}>{me.user.name}</p>
        <p className={classes(text.truncate, text.muted)}>{me.user.email}</p>
        {role && (
          <p className={text.muted}>
            {wordsOf(role)}: {roleDescriptions[role]}
          </p>
        )}
      </div>
      <div className={menu.section}>
        <ThemeChoice />
      </div>
      <ul>
        <li>
          <a className={menu.item} href="/docs">
            <Icon name="book" />
            API reference
          </a>
        </li>
        <li>
          <button type="button" className={menu.item} onClick={() => signOut.run()}>
            <Icon name="signOut" />
            Sign out
          </button>
        </li>
        <li>
          <button type="button" className={menu.item} onClick={() => everywhere.run()}>
            <Icon name="shield" />
            Sign out everywhere
          </button>
        </li>
      </ul>
      {error !== null && error !== undefined && (
        <p className={field.error} role="alert">
          {messageOf(error)}
        </p>
      )}
    </div>
  )
}

function ThemeChoice() {
  const [theme, setTheme] = useState(chosenTheme)
  const choose = (next: Theme) => {
    chooseTheme(next)
    setTheme(next)
  }
  const options = themes.map(value => ({
    value,
    label: (
      <>
        <Icon name={themeIcons[value]} />
        {wordsOf(value)}
      </>
    ),
  }))
  return <Segmented label="Theme" options={options} value={theme} onChange={choose} />
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return ends.map(word => [...(word ?? '')][0]?.toUpperCase()).join('')
}
