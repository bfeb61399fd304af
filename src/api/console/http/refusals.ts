/** The console's own error replies. None of them is one of the five errors in the public document. */
import { aRole, type Role } from '../../../contract/console/roles.ts'
import { ApiError, conflict } from '../../errors.ts'

export const notSignedIn = () =>
  new ApiError(401, 'NOT_SIGNED_IN', 'You are not signed in, or your session has ended. Sign in to continue.')

export const signInFailed = () =>
  new ApiError(401, 'SIGN_IN_FAILED', 'The e-mail address or the password is wrong.')

export const wrongPassword = () => new ApiError(403, 'WRONG_PASSWORD', 'The password is wrong.')

export const secondFactorRequired = () =>
  new ApiError(401, 'SECOND_FACTOR_REQUIRED', 'Enter a code from your authenticator app, or a recovery code.')

export const secondFactorFailed = () =>
  new ApiError(
    401,
    'SECOND_FACTOR_FAILED',
    'That code is not valid or was already used. Wait for the next one, or use a recovery code.',
  )

export const foreignOrigin = () =>
  new ApiError(
    403,
    'FOREIGN_ORIGIN',
    "This request did not come from the console's own pages. Open the console and try again there.",
  )

export const roleRequired = (roles: readonly Role[]) =>
  new ApiError(
    403,
    'ROLE_REQUIRED',
    `Only ${wordsFor(roles)} of the workspace may do this. Ask one of them.`,
    {
      data: { requiredRoles: [...roles] },
    },
  )

const wordsFor = (roles: readonly Role[]): string => {
  const words = roles.map(aRole)
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ')
}

export const unknownWorkspace = () =>
  new ApiError(404, 'NOT_FOUND', 'There is no such workspace, or you do not belong to it.')

export const linkInvalid = () =>
  new ApiError(
    404,
    'LINK_INVALID',
    'This link was already used, was withdrawn or has expired. Ask for a new one.',
  )

export const invitedAsSomeoneElse = (invited: string | null, signedIn: string) =>
  new ApiError(
    403,
    'INVITED_AS_SOMEONE_ELSE',
    `This invitation is for ${invited}, but you are signed in as ${signedIn}. Sign out and open the link again.`,
  )

export const lastOwner = () =>
  conflict(
    'LAST_OWNER',
    'This is the last owner, and a workspace needs at least one. Make someone else an owner first.',
  )
