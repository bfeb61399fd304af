/** Sign-in, sessions, single-use links, and a person's own account. */
import * as z from 'zod'
import { choice, id, instant, text } from '../primitives.ts'
import { consoleOperation } from './operation.ts'
import { roles } from './roles.ts'

export const passwordLengthMin = 12
export const passwordLengthMax = 200
export const personNameLengthMax = 100
export const emailLengthMax = 254

/** Rejects only what is certainly not an address. */
export const email = text({ min: 3, max: emailLengthMax, trim: true })
  .refine(value => /^[^\s@]+@[^\s@]+$/.test(value), 'must be an e-mail address such as ada@example.com')
  .meta({ description: 'E-mail address.', examples: ['ada@example.com'] })

export const personName = text({ min: 1, max: personNameLengthMax, trim: true }).meta({
  description: "The person's name.",
  examples: ['Ada Lovelace'],
})

export const newPassword = text({ min: passwordLengthMin, max: passwordLengthMax }).meta({
  description: 'Any characters. Common passwords are rejected.',
})

/** A password to check. Any length is accepted, so that the reply does not reveal the rules it was chosen under. */
const password = text({ min: 1, max: passwordLengthMax })
const code = text({ min: 1, max: 40, trim: true }).meta({
  description: 'Six digits from an authenticator app, or a recovery code.',
})
const token = text({ min: 1, max: 200 })

export const me = z.object({
  user: z.object({
    id: id('Opaque id of the person.', 'usr_01JZ7Q4W0G3V8N5K2M9R6T1XYK'),
    email,
    name: personName,
    secondFactor: z.boolean(),
    recoveryCodesLeft: z.int(),
  }),
  workspaces: z.array(
    z.object({
      id: id('Opaque id of the workspace.', 'wsp_01JZ7Q4W0G3V8N5K2M9R6T1XYC'),
      name: text(),
      role: choice(roles, "The person's role in it."),
    }),
  ),
  /** Owners may, and the first person of a service without a workspace. */
  mayCreateWorkspaces: z.boolean(),
})

export type Me = z.infer<typeof me>

const signedIn = { status: 200, description: 'Signed in; the cookie is set.', schema: me } as const

export const getMe = consoleOperation({
  id: 'getMe',
  method: 'GET',
  path: '/session',
  summary: 'Who is signed in',
  access: 'person',
  success: { status: 200, description: 'The person and their workspaces.', schema: me },
})

export const signIn = consoleOperation({
  id: 'signIn',
  method: 'POST',
  path: '/session',
  summary: 'Sign in',
  access: 'anyone',
  body: z.strictObject({ email: text({ min: 1, max: emailLengthMax }), password, code: code.optional() }),
  success: signedIn,
})

export const signOut = consoleOperation({
  id: 'signOut',
  method: 'DELETE',
  path: '/session',
  summary: 'Sign out here',
  access: 'person',
  success: { status: 204, description: 'Signed out.' },
})

export const signOutEverywhere = consoleOperation({
  id: 'signOutEverywhere',
  method: 'DELETE',
  path: '/sessions',
  summary: 'Sign out everywhere',
  access: 'person',
  success: { status: 204, description: 'All sessions of the person have ended.' },
})

export const session = z.object({
  id: id('Opaque id of the session. It cannot be used to sign in.', 'ses_01JZ7Q4W0G3V8N5K2M9R6T1XYS'),
  client: z
    .string()
    .nullable()
    .meta({
      description: 'The browser, in plain words; null if it is not known.',
      examples: ['Firefox on Windows'],
    }),
  address: z
    .string()
    .nullable()
    .meta({ description: 'Where it was last used from; null if not known.', examples: ['192.0.2.7'] }),
  createdAt: instant('When the person signed in.'),
  lastSeenAt: instant('When it was last used, to the minute.'),
  current: z.boolean().meta({ description: 'Whether it is the session of this request.' }),
})

export type PersonSession = z.infer<typeof session>

export const listSessions = consoleOperation({
  id: 'listSessions',
  method: 'GET',
  path: '/sessions',
  summary: "The person's own sessions",
  access: 'person',
  success: {
    status: 200,
    description: 'Open sessions, last used first.',
    schema: z.object({ sessions: z.array(session) }),
  },
})

export const revokeSession = consoleOperation({
  id: 'revokeSession',
  method: 'DELETE',
  path: '/sessions/{id}',
  summary: 'End one session',
  access: 'person',
  success: {
    status: 204,
    description: 'Ended. Its browser is no longer a known device, unless it made this request.',
  },
})

export const linkKinds = ['setup', 'invite', 'reset'] as const

export const link = z.object({
  kind: choice(linkKinds, 'What the link is for.'),
  workspaceName: text().nullable(),
  role: choice(roles, 'The role that the person will have.').nullable(),
  /** Null if the person enters it. */
  email: email.nullable(),
  /** If the address has an account, the person signs in with its password instead of choosing one. */
  accountExists: z.boolean(),
  /** Who is signed in, and whether the invitation is for them; null if nobody is signed in. */
  signedIn: z.object({ email, isInvited: z.boolean() }).nullable(),
  expiresAt: instant('When the link stops working.'),
})

export type Link = z.infer<typeof link>

export const inspectLink = consoleOperation({
  id: 'inspectLink',
  method: 'POST',
  path: '/links/inspect',
  summary: 'What a link is for',
  access: 'anyone',
  body: z.strictObject({ token }),
  success: { status: 200, description: 'What the link is for. It can still be used.', schema: link },
})

export const acceptLink = consoleOperation({
  id: 'acceptLink',
  method: 'POST',
  path: '/links/accept',
  summary: 'Use a link',
  access: 'anyone',
  body: z.strictObject({
    token,
    email: email.optional(),
    name: personName.optional(),
    password,
    code: code.optional(),
  }),
  success: signedIn,
})

export const joinWorkspace = consoleOperation({
  id: 'joinWorkspace',
  method: 'POST',
  path: '/links/join',
  summary: 'Accept an invitation while signed in as the person it is for',
  access: 'person',
  body: z.strictObject({ token }),
  success: { status: 200, description: 'Joined.', schema: me },
})

export const changePassword = consoleOperation({
  id: 'changePassword',
  method: 'POST',
  path: '/password',
  summary: 'Change the password; every other session ends',
  access: 'person',
  body: z.strictObject({ currentPassword: password, newPassword }),
  success: { status: 204, description: 'Changed.' },
})

export const proposeSecondFactor = consoleOperation({
  id: 'proposeSecondFactor',
  method: 'POST',
  path: '/second-factor/proposal',
  summary: 'A new secret for an authenticator app; nothing is saved yet',
  access: 'person',
  success: {
    status: 200,
    description: 'The secret, as text and as a URI for a QR code.',
    schema: z.object({ secret: z.string(), uri: z.string() }),
  },
})

export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const enableSecondFactor = consoleOperation({
  id: 'enableSecondFactor',
  method: 'POST',
  path: '/second-factor',
  summary: 'Switch on the second factor',
  access: 'person',
  body: z.strictObject({
    password,
    secret: text({ min: 1, max: 64 }).refine(
      value => /^[A-Z2-7]{32}$/.test(value),
      'must be the proposed secret',
    ),
    code,
  }),
  success: { status: 200, description: 'Recovery codes, which are shown only once.', schema: recoveryCodes },
})

export const disableSecondFactor = consoleOperation({
  id: 'disableSecondFactor',
  method: 'DELETE',
  path: '/second-factor',
  summary: 'Switch off the second factor',
  access: 'person',
  body: z.strictObject({ password, code }),
  success: { status: 204, description: 'Switched off. The recovery codes no longer work.' },
})

export const renewRecoveryCodes = consoleOperation({
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: '/recovery-codes',
  summary: 'New recovery codes; the old ones stop working',
  access: 'person',
  body: z.strictObject({ password, code }),
  success: { status: 200, description: 'Recovery codes, which are shown only once.', schema: recoveryCodes },
})
