/** The frame around every page: navigation, workspace, person, and the page itself. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { NotFoundPage } from '../pages/notFound.tsx'
import { FirstWorkspace } from '../pages/setup/FirstWorkspace.tsx'
import { mayOpen, type PageEntry, pages } from '../pages.ts'
import { useRoute } from '../router.tsx'
import { chosenWorkspace, useSession, type WorkspaceEntry } from '../session.tsx'
import { IconButton } from '../ui/actions/Button.tsx'
import { ErrorBoundary } from '../ui/feedback/ErrorBoundary.tsx'
import { Skeleton, SkeletonTable } from '../ui/feedback/Skeleton.tsx'
import { PageHeaderWaiting } from '../ui/layout/PageHeader.tsx'
import { Brand } from '../ui/text/Mark.tsx'
import { WorkspaceListsProvider } from '../workspace/lists.tsx'
import { LoadedPage } from './LoadedPage.tsx'
import { Nav } from './Nav.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { PersonMenu } from './PersonMenu.tsx'
import { Palette, PaletteButton } from './palette/Palette.tsx'
import styles from './Shell.module.css'
import { WorkspaceSwitcher } from './WorkspaceSwitcher.tsx'

export function Shell() {
  const { me } = useSession()
  const { path, query } = useRoute()
  const workspace = chosenWorkspace(me, query.get('workspace'))
  const [menuOpen, setMenuOpen] = useState(false)
  const [paletteOpen, setPaletteOpen] = useState(false)
  const openPalette = useCallback(() => setPaletteOpen(true), [])
  const main = useRef<HTMLElement>(null)

  // On a narrow screen the menu covers the page that was just chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the path changes
  useEffect(() => setMenuOpen(false), [path])

  const frame = (
    <div className={styles.shell}>
      <button type="button" className={styles.skipLink} onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header className={styles.side} data-open={menuOpen || undefined}>
        <div className={styles.sideTop}>
          <Brand />
          <IconButton
            className={styles.toggle}
            icon={menuOpen ? 'close' : 'menu'}
            label="Menu"
            aria-expanded={menuOpen}
            onClick={() => setMenuOpen(!menuOpen)}
          />
        </div>
        <div className={styles.sideRest}>
          {workspace && <WorkspaceSwitcher workspaces={me.workspaces} chosen={workspace} />}
          {workspace && <PaletteButton onOpen={openPalette} />}
          {workspace && <Nav role={workspace.role} path={path} />}
          <PersonMenu role={workspace?.role ?? null} />
        </div>
      </header>
      <main className={styles.main} ref={main} tabIndex={-1}>
        <OfflineNotice />
        {workspace ? <Content path={path} workspace={workspace} /> : <FirstWorkspace />}
        {workspace && (
          <Palette open={paletteOpen} onOpen={openPalette} onClose={() => setPaletteOpen(false)} />
        )}
      </main>
    </div>
  )
  return workspace ? <WorkspaceListsProvider>{frame}</WorkspaceListsProvider> : frame
}

function Content({ path, workspace }: { path: string; workspace: WorkspaceEntry }) {
  const entry = pages.find(page => page.path === path)
  if (!entry || !mayOpen(entry, workspace.role)) return <NotFoundPage />
  // The key makes sure that nothing of one workspace is ever shown in another.
  return (
    <ErrorBoundary key={`${path} ${workspace.id}`}>
      <LoadedPage load={entry.load} waiting={<PageWaiting entry={entry} />} />
    </ErrorBoundary>
  )
}

/** Shows the title until the page is loaded. The heading comes with the page, as it takes the focus. */
const PageWaiting = ({ entry }: { entry: PageEntry }) => (
  <>
    <PageHeaderWaiting title={entry.title} />
    <Skeleton shape="card" />
    <SkeletonTable label={`Loading ${entry.title}`} />
  </>
)
