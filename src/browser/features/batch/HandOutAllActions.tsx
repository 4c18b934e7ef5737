import { Printer, TicketCheck } from 'lucide-react'

import type { HandOutAll } from '../../codes/use-hand-out-all.ts'
import { useKey } from '../../codes/use-key.ts'
import { WayButton } from '../../codes/WayButton.tsx'
import { useText } from '../../i18n/use-text.ts'

/** The ways to the customer for all codes at once. */
export function HandOutAllActions({ handOut }: { handOut: HandOutAll }) {
  const t = useText()
  const { due, canPrint, canGive, hasPrinter, print, give } = handOut
  useKey('p', canPrint ? print : undefined)
  if (due === 0) return null
  return (
    <div className="ways">
      {hasPrinter && (
        <WayButton
          icon={<Printer className="ic" size={20} aria-hidden="true" />}
          letter="P"
          isOff={!canPrint}
          isFirst
          onPress={print}
        >
          {t('batch.printAll', { count: due })}
        </WayButton>
      )}
      <WayButton icon={<TicketCheck className="ic" size={20} aria-hidden="true" />} isOff={!canGive} onPress={give}>
        {t('batch.givenAll')}
      </WayButton>
    </div>
  )
}
