import { useNavigate } from 'react-router-dom'

import { useInternationalDraft } from '../../sale/international-draft.ts'
import { paths } from '../../paths.ts'

/** Out of the wizard, with nothing kept. */
export function useLeaveWizard(): () => void {
  const navigate = useNavigate()
  return () => {
    useInternationalDraft.getState().clear()
    void navigate(paths.sell())
  }
}
