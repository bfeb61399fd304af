/** Tells the session what an operation has just done, with no second question to the service. */
import { useSession } from '../../session.tsx'

export function useFactorKnown() {
  const { me, setMe } = useSession()
  return (secondFactor: boolean, recoveryCodesLeft: number) =>
    setMe({ ...me, user: { ...me.user, secondFactor, recoveryCodesLeft } })
}
