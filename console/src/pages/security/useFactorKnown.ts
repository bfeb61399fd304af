/** Updates the session after a change to the second factor, without asking the service again. */
import { useSession } from '../../session.tsx'

export function useFactorKnown() {
  const { me, setMe } = useSession()
  return (secondFactor: boolean, recoveryCodesLeft: number) =>
    setMe({ ...me, user: { ...me.user, secondFactor, recoveryCodesLeft } })
}
