/** What a person may be in a workspace. */
export const roles = ['owner', 'admin', 'member'] as const

export type Role = (typeof roles)[number]

export const roleDescriptions: Record<Role, string> = {
  owner: 'Everything, and the owners themselves.',
  admin: 'Keys, payees, people other than owners, and the audit log.',
  member: 'Reads the data and sees which keys there are.',
}

/** Who may look, and who may change. */
export const everyone = roles
export const managers = ['owner', 'admin'] as const satisfies readonly Role[]
