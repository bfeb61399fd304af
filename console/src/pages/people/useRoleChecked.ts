/** The service knows best what the person may do: where it says no by role, the page asks for the role anew. */
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
