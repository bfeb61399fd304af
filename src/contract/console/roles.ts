/** The roles of people in a workspace. */
export const roles = ['owner', 'admin', 'bookkeeper', 'member'] as const

export type Role = (typeof roles)[number]

export const roleDescriptions: Record<Role, string> = {
  owner: 'Can do everything, including managing owners.',
  admin: 'Does what a bookkeeper does, manages keys and people other than owners, and sees the audit log.',
  bookkeeper:
    'Imports files, and works on categories, rules, bills and payees. Cannot manage keys or people.',
  member: 'Can view the data and the list of keys.',
}

/** Who may view the data; who may change it; who may manage keys, webhooks and people, and see the audit log. */
export const everyone = roles
export const editors = ['owner', 'admin', 'bookkeeper'] as const satisfies readonly Role[]
export const managers = ['owner', 'admin'] as const satisfies readonly Role[]

export const isEditor = (role: Role): boolean => (editors as readonly Role[]).includes(role)
export const isManager = (role: Role): boolean => (managers as readonly Role[]).includes(role)

/** "an admin", "a member". */
export const aRole = (role: Role): string => `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`
