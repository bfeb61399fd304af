/** The pages that the person may open, by group. */
import type { Role } from '../../../src/contract/console/roles.ts'
import { mayOpen, type NavGroup, pages } from '../pages.ts'
import { Link } from '../router.tsx'
import { Icon } from '../ui/text/Icon.tsx'
import styles from './Nav.module.css'
import { ToDecideCount } from './ToDecideCount.tsx'

const groups: readonly NavGroup[] = ['Workspace', 'Settings']

export function Nav({ role, path }: { role: Role; path: string }) {
  return (
    <nav className={styles.nav} aria-label="Main">
      {groups.map(group => {
        const entries = pages.filter(page => page.group === group && mayOpen(page, role))
        if (entries.length === 0) return null
        return (
          <div key={group} className={styles.group}>
            <p className={styles.heading} id={`nav-${group}`}>
              {group}
            </p>
            <ul aria-labelledby={`nav-${group}`}>
              {entries.map(entry => (
                <li key={entry.path}>
                  <Link to={entry.path} aria-current={entry.path === path ? 'page' : undefined}>
                    <Icon name={entry.icon} />
                    {entry.title}
                    {entry.path === '/to-decide' && <ToDecideCount />}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}
