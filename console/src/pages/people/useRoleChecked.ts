/** If the service refuses a change because of the role, the page reloads the person's role. */
import { hasCode } from '../../api/errors.ts'
import { useSession } from '../../session.tsx'

export function useRoleChecked() {
  const { refreshMe } = useSession()
  return async <Result>(change: Promise<Result>): Promise<Result> => {
    try {
      return await change
    } catch (error) {
      if (hasCode(error, 'ROLE_REQUIRED')) refreshMe()
      throw error
    }
  }
}
