/** What a person may change about their own sign-in: password, second factor, sessions. */
import { useSession } from '../session.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { PasswordCard } from './security/PasswordCard.tsx'
import { SecondFactorCard } from './security/SecondFactorCard.tsx'
import { SessionsCard } from './security/SessionsCard.tsx'

export default function SecurityPage() {
  const { email } = useSession().me.user
  return (
    <>
      <PageHeader
        title="Security"
        description={`How ${email} signs in. It counts in every workspace that you belong to.`}
      />
      <SecondFactorCard />
      <PasswordCard />
      <SessionsCard />
    </>
  )
}
