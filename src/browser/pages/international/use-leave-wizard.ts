import { useNavigate } from 'react-router-dom'

import { internationalDraft } from '../../sale/international-draft.ts'
import { paths } from '../../paths.ts'

/** Out of the wizard, with nothing kept. */
export function useLeaveWizard(): () => void {
  const navigate = useNavigate()
  return () => {
    internationalDraft().clear()
    void navigate(paths.sell())
  }
}
