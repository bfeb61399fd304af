/** Shows the workspace and switches to another. With only one workspace, it shows the name and nothing else. */
import { navigate, useRoute } from '../router.tsx'
import type { WorkspaceEntry } from '../session.tsx'
import { Popover } from '../ui/actions/Popover.tsx'
import { classes } from '../ui/classes.ts'
import { wordsOf } from '../ui/text/Badge.tsx'
import { Icon } from '../ui/text/Icon.tsx'
import text from '../ui/text/text.module.css'
import menu from './menu.module.css'
import styles from './WorkspaceSwitcher.module.css'

interface WorkspaceSwitcherProps {
  workspaces: readonly WorkspaceEntry[]
  chosen: WorkspaceEntry
}

export function WorkspaceSwitcher({ workspaces, chosen }: WorkspaceSwitcherProps) {
  const { path } = useRoute()
  if (workspaces.length < 2) {
    return (
      <p className={styles.workspace}>
        <Initial name={chosen.name} />
        <span className={text.truncate}>{chosen.name}</span>
      </p>
    )
  }
  return (
    <Popover
      buttonClass={classes(menu.opener, menu.openerBoxed, styles.workspace)}
      button={
        <>
          <Initial name={chosen.name} />
          <span className={text.visuallyHidden}>Workspace: </span>
          <span className={text.truncate}>{chosen.name}</span>
          <span className={text.visuallyHidden}>. Switch</span>
          <Icon name="updown" />
        </>
      }
    >
      {close => (
        <ul aria-label="Workspaces">
          {workspaces.map(({ id, name, role }) => (
            <li key={id}>
              <button
                type="button"
                className={menu.item}
                aria-current={id === chosen.id || undefined}
                onClick={() => {
                  close()
                  // Filters name things of the old workspace, so they are dropped.
                  navigate(`${path}?workspace=${encodeURIComponent(id)}`)
                }}
              >
                <Initial name={name} />
                <span className={text.truncate}>{name}</span>
                <span className={menu.note}>{wordsOf(role)}</span>
                {id === chosen.id && <Icon name="check" />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}

const Initial = ({ name }: { name: string }) => (
  <span className={styles.initial} aria-hidden="true">
    {[...name][0]?.toUpperCase()}
  </span>
)
