import '../../styles/abroad.css'
import '../../styles/international.css'

import { NotAllowed } from '../../NotAllowed.tsx'
import { usePermission } from '../../use-permission.ts'
import { InternationalWizard } from './InternationalWizard.tsx'

/** The wizard of an international top-up, at whatever step its address names. */
export default function InternationalPage() {
  if (usePermission('international')) return <InternationalWizard />
  return (
    <main className="stage">
      <NotAllowed />
    </main>
  )
}
