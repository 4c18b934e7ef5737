import { Printer, TicketCheck } from 'lucide-react'

import type { BatchDelivery } from '../../../sale/delivery/use-batch-delivery.ts'
import { useHotkeys } from '../../../hotkeys.ts'
import { KEYS } from '../../../keys.ts'
import { DeliveryButton } from '../../../sale/delivery/DeliveryButton.tsx'
import { useText } from '../../../i18n/use-text.ts'

/** The ways to the customer for all codes at once. */
export function BatchDeliveryButtons({ handOut }: { handOut: BatchDelivery }) {
  const t = useText()
  const { due, canPrint, canGive, hasPrinter, print, give } = handOut
  useHotkeys([{ ...KEYS.print, run: canPrint ? print : undefined }])
  if (due === 0) return null
  return (
    <div className="ways">
      {hasPrinter && (
        <DeliveryButton
          icon={<Printer className="ic" size={20} aria-hidden="true" />}
          letter="P"
          isOff={!canPrint}
          isFirst
          onPress={print}
        >
          {t('batch.printAll', { count: due })}
        </DeliveryButton>
      )}
      <DeliveryButton
        icon={<TicketCheck className="ic" size={20} aria-hidden="true" />}
        isOff={!canGive}
        onPress={give}
      >
        {t('batch.givenAll')}
      </DeliveryButton>
    </div>
  )
}
