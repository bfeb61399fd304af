/** A person's own sign-in: password, second factor and sessions. */
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
        description={`How ${email} signs in. This applies to all your workspaces.`}
      />
      <SecondFactorCard />
      <PasswordCard />
      <SessionsCard />
    </>
  )
}
