/** What the tests of the second factor have in common. */
import type { Person } from '../people.ts'

export const failed = [401, 'SECOND_FACTOR_FAILED']
export const required = [401, 'SECOND_FACTOR_REQUIRED']

/** Signs in with a new browser. */
export const signIn = (who: Person, code?: string, given: { password?: string } = {}) =>
  who.signIn(who.elsewhere(), code === undefined ? given : { ...given, code })

/** What the session says about the person's second factor. */
export const facts = async (who: Person) => {
  const { secondFactor, recoveryCodesLeft } = (await who.get('/console/session')).body.user
  return { secondFactor, recoveryCodesLeft }
}
