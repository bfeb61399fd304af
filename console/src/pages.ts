/**
 * The table of pages: path, title, place in the navigation, and the module that draws it, loaded when it is first
 * opened. A page is one line here and one file in pages/ whose default export is the component.
 */
import type { ComponentType } from 'react'
import type { ConsolePath } from '../../src/contract/console/paths.ts'
import { isManager, type Role } from '../../src/contract/console/roles.ts'
import type { IconName } from './ui/text/Icon.tsx'

export type NavGroup = 'Workspace' | 'Settings'

export type Load = () => Promise<{ default: ComponentType }>

export interface PageEntry {
  group: NavGroup
  /** One that the service knows too: it answers others with 404. */
  path: ConsolePath
  title: string
  icon: IconName
  load: Load
  /** Only for owners and admins: others do not see it in the navigation, and get "Page not found". */
  managersOnly?: boolean
}

export const page = (
  group: NavGroup,
  path: ConsolePath,
  title: string,
  icon: IconName,
  load: Load,
  options?: Pick<PageEntry, 'managersOnly'>,
): PageEntry => ({ group, path, title, icon, load, ...options })

/** In the order of the navigation. */
export const pages: readonly PageEntry[] = [
  page('Workspace', '/', 'Overview', 'overview', () => import('./pages/overview.tsx')),
  page('Workspace', '/to-decide', 'To decide', 'inbox', () => import('./pages/toDecide.tsx')),
  page(
    'Workspace',
    '/transactions',
    'Transactions',
    'transactions',
    () => import('./pages/transactions.tsx'),
  ),
  page('Workspace', '/accounts', 'Accounts', 'account', () => import('./pages/accounts.tsx')),
  page('Workspace', '/bills', 'Bills', 'bill', () => import('./pages/bills.tsx')),
  page('Workspace', '/payees', 'Payees', 'payee', () => import('./pages/payees.tsx')),
  page('Settings', '/settings/rules', 'Rules', 'filter', () => import('./pages/rules.tsx')),
  page('Workspace', '/imports', 'Imports', 'upload', () => import('./pages/imports.tsx')),
  page('Settings', '/settings/workspace', 'Workspace', 'building', () => import('./pages/workspace.tsx')),
  page('Settings', '/settings/developer', 'Developer', 'code', () => import('./pages/developer.tsx')),
  page('Settings', '/settings/webhooks', 'Webhooks', 'bell', () => import('./pages/webhooks.tsx'), {
    managersOnly: true,
  }),
  page('Settings', '/settings/people', 'People', 'people', () => import('./pages/people.tsx')),
  page('Settings', '/settings/audit', 'Audit', 'audit', () => import('./pages/audit.tsx'), {
    managersOnly: true,
  }),
  page('Settings', '/settings/security', 'Security', 'shield', () => import('./pages/security.tsx')),
]

export const mayOpen = ({ managersOnly }: PageEntry, role: Role): boolean => !managersOnly || isManager(role)
