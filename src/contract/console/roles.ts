/** The roles of people in a workspace. */
export const roles = ['owner', 'admin', 'member'] as const

export type Role = (typeof roles)[number]

export const roleDescriptions: Record<Role, string> = {
  owner: 'Can do everything, including managing owners.',
  admin: 'Manages keys, payees and people other than owners, and sees the audit log.',
  member: 'Can view the data and the list of keys.',
}

/** Who may view, and who may make changes. */
export const everyone = roles
export const managers = ['owner', 'admin'] as const satisfies readonly Role[]
