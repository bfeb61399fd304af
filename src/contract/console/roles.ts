/** The roles that a person can have in a workspace. */
export const roles = ['owner', 'admin', 'member'] as const

export type Role = (typeof roles)[number]

export const roleDescriptions: Record<Role, string> = {
  owner: 'Full access, including changing and removing owners.',
  admin: 'Manages keys, payees and people other than owners, and reads the audit log.',
  member: 'Reads the data and sees the list of keys.',
}

/** The roles that can read, and those that can also change. */
export const everyone = roles
export const managers = ['owner', 'admin'] as const satisfies readonly Role[]
