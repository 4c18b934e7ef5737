import '../../styles/abroad.css'
import '../../styles/international.css'

import { useCurrentUser } from '../../current-user.ts'
import { NotAllowed } from '../../NotAllowed.tsx'
import { InternationalWizard } from './InternationalWizard.tsx'

/** The wizard of an international top-up, at whatever step its address names. */
export default function InternationalPage() {
  if (useCurrentUser().may('international')) return <InternationalWizard />
  return (
    <main className="stage">
      <NotAllowed />
    </main>
  )
}
