/** The people of a workspace, and invitations to it. */
import * as z from 'zod'
import { choice, id, instant } from '../primitives.ts'
import { consoleOperation } from './operation.ts'
import { everyone, managers, roles } from './roles.ts'
import { email, personName } from './session.ts'

const role = choice(roles, "The person's role in the workspace.")

export const person = z.object({
  id: id('Opaque id of the person.', 'usr_01JZ7Q4W0G3V8N5K2M9R6T1XYK'),
  name: personName,
  email,
  role,
  joinedAt: instant('When the person joined the workspace.'),
  /** Only owners, admins and the person themselves see the next two. */
  secondFactor: z.boolean().optional(),
  lastSeenAt: instant('When the person was last active, to the minute.').nullable().optional(),
})

export type Person = z.infer<typeof person>

export const invite = z.object({
  id: id('Opaque id of the invitation.', 'inv_01JZ7Q4W0G3V8N5K2M9R6T1XYL'),
  email,
  role,
  createdBy: z.string().meta({ description: 'Who sent the invitation.' }),
  createdAt: instant('When the link was created.'),
  expiresAt: instant('When the link stops working.'),
})

export type Invite = z.infer<typeof invite>

export const listPeople = consoleOperation({
  id: 'listPeople',
  method: 'GET',
  path: '/people',
  summary: 'The people of the workspace, and its open invitations',
  access: everyone,
  success: {
    status: 200,
    description: 'People by name; invitations that can still be used, newest first.',
    schema: z.object({ people: z.array(person), invites: z.array(invite) }),
  },
})

export const invitePerson = consoleOperation({
  id: 'invitePerson',
  method: 'POST',
  path: '/invites',
  summary: 'Create an invitation link that works once, for 7 days',
  access: managers,
  body: z.strictObject({ email, role }),
  success: {
    status: 201,
    description: 'The invitation and its link, which is shown only once.',
    schema: z.object({
      invite,
      linkPath: z.string().meta({ description: "To be appended to the console's address." }),
    }),
  },
})

export const withdrawInvite = consoleOperation({
  id: 'withdrawInvite',
  method: 'DELETE',
  path: '/invites/{id}',
  summary: 'Withdraw an invitation',
  access: managers,
  success: { status: 204, description: 'Withdrawn.' },
})

export const changeRole = consoleOperation({
  id: 'changeRole',
  method: 'PATCH',
  path: '/people/{id}',
  summary: "Change a person's role",
  access: managers,
  body: z.strictObject({ role }),
  success: { status: 200, description: 'The person, as changed.', schema: person },
})

export const removePerson = consoleOperation({
  id: 'removePerson',
  method: 'DELETE',
  path: '/people/{id}',
  summary: 'Remove a person from the workspace',
  access: managers,
  success: { status: 204, description: 'Removed.' },
})
