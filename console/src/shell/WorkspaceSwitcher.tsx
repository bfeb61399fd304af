/** Shows the workspace and switches to another. With only one workspace, it shows the name and nothing else. */
import { navigate, useRoute } from '../router.tsx'
import type { WorkspaceEntry } from '../session.tsx'
import { wordsOf } from '../ui/Badge.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Popover } from '../ui/Popover.tsx'

interface WorkspaceSwitcherProps {
  workspaces: readonly WorkspaceEntry[]
  chosen: WorkspaceEntry
}

export function WorkspaceSwitcher({ workspaces, chosen }: WorkspaceSwitcherProps) {
  const { path } = useRoute()
  if (workspaces.length < 2) {
    return (
      <p className="workspace">
        <Initial name={chosen.name} />
        <span className="truncate">{chosen.name}</span>
      </p>
    )
  }
  return (
    <Popover
      buttonClass="workspace workspace-button"
      button={
        <>
          <Initial name={chosen.name} />
          <span className="visually-hidden">Workspace: </span>
          <span className="truncate">{chosen.name}</span>
          <span className="visually-hidden">. Switch</span>
          <Icon name="updown" />
        </>
      }
    >
      {close => (
        <ul className="menu" aria-label="Workspaces">
          {workspaces.map(({ id, name, role }) => (
            <li key={id}>
              <button
                type="button"
                className="menu-item"
                aria-current={id === chosen.id || undefined}
                onClick={() => {
                  close()
                  // Filters name things of the old workspace, so they are dropped.
                  navigate(`${path}?workspace=${encodeURIComponent(id)}`)
                }}
              >
                <Initial name={name} />
                <span className="truncate">{name}</span>
                <span className="menu-note">{wordsOf(role)}</span>
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
  <span className="initial" aria-hidden="true">
    {[...name][0]?.toUpperCase()}
  </span>
)
