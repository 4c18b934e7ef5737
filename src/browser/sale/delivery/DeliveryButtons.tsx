import '../../styles/codes.css'

import { Copy, Printer, Share2, TicketCheck } from 'lucide-react'
import { useState } from 'react'

import { useHotkeys } from '../../hotkeys.ts'
import { KEYS } from '../../keys.ts'
import { useText } from '../../i18n/use-text.ts'
import { ShareDialog } from './ShareDialog.tsx'
import { useIsKiosk } from '../../use-is-kiosk.ts'
import type { Delivery } from './use-delivery.ts'
import { DeliveryButton } from './DeliveryButton.tsx'

/** The ways to the customer. Each letter does what its button does. */
export function DeliveryButtons({ handOut }: { handOut: Delivery }) {
  const t = useText()
  const [isSharing, setIsSharing] = useState(false)
  // A kiosk keeps nothing in its clipboard, and sends nothing to anybody.
  const isKiosk = useIsKiosk()
  const { canPrint, canGive, hasPrinter, print } = handOut
  const copies = isKiosk ? undefined : handOut.copies
  const copy = () => void handOut.copy()
  useHotkeys([
    { ...KEYS.print, run: canPrint ? print : undefined },
    { ...KEYS.copy, run: copies ? copy : undefined },
    { ...KEYS.given, run: canGive ? handOut.give : undefined },
  ])

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
          {t(handOut.isCopyForbidden ? 'delivery.copyForbidden' : 'sale.print')}
        </DeliveryButton>
      )}
      {!isKiosk && (
        <DeliveryButton
          icon={<Share2 className="ic" size={20} aria-hidden="true" />}
          onPress={() => setIsSharing(true)}
        >
          {t('delivery.share')}
        </DeliveryButton>
      )}
      {copies && (
        <DeliveryButton icon={<Copy className="ic" size={20} aria-hidden="true" />} letter="C" onPress={copy}>
          {t(copies === 'pin' ? 'delivery.copyPin' : 'delivery.copyLink')}
        </DeliveryButton>
      )}
      {canGive && (
        <DeliveryButton
          icon={<TicketCheck className="ic" size={20} aria-hidden="true" />}
          letter="G"
          onPress={handOut.give}
        >
          {t('delivery.given')}
        </DeliveryButton>
      )}
      {isSharing && <ShareDialog handOut={handOut} onClose={() => setIsSharing(false)} />}
    </div>
  )
}
