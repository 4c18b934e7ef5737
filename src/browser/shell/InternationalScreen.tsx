import '../styles/abroad.css'
import '../styles/international.css'

import { InternationalWizard } from '../features/international/InternationalWizard.tsx'
import { useMay } from '../use-may.ts'
import { Frame } from './Frame.tsx'
import { NotAllowed } from './NotAllowed.tsx'

/** The wizard of an international top-up, at whatever step its address names. */
export function InternationalScreen() {
  if (!useMay('international')) return <Frame stage={<NotAllowed />} />
  return (
    <Frame>
      <InternationalWizard />
    </Frame>
  )
}
