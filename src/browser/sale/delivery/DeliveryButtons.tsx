import { useQuery } from '@tanstack/react-query'
import { Copy, ListOrdered, Printer, Share2, TicketCheck, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { isUndelivered, type Batch, type Sale } from '#domain/sale/sale.ts'
import { batchQuery, salesOfBatch } from '../../api/batch.ts'
import { KEYS, useHotkeys } from '../../hotkeys.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { useIsKiosk } from '../../kiosk.ts'
import { ShareDialog } from './DeliveryDialogs.tsx'
import type { BatchDelivery } from './use-batch-delivery.ts'
import type { Delivery } from './use-delivery.ts'

/** The ways to the customer. Each letter does what its button does. */
export function DeliveryButtons({ handOut }: { handOut: Delivery }) {
  const t = useText()
  const [isSharing, setIsSharing] = useState(false)
  // A kiosk keeps nothing in its clipboard, and sends nothing to anybody.
  const isKiosk = useIsKiosk()
  const { canPrint, canGive, hasPrinter, print } = handOut
  const copies = isKiosk ? undefined : handOut.copies
  const copy = () => void handOut.copy()
  const give = () => void handOut.give()
  useHotkeys([
    { ...KEYS.print, run: canPrint ? print : undefined },
    { ...KEYS.copy, run: copies ? copy : undefined },
    { ...KEYS.given, run: canGive ? give : undefined },
  ])

  return (
    <ButtonRow>
      {hasPrinter && (
        <WayButton icon={Printer} letter="P" isOff={!canPrint} isFirst onPress={print}>
          {t(handOut.isCopyForbidden ? 'delivery.copyForbidden' : 'sale.print')}
        </WayButton>
      )}
      {!isKiosk && (
        <WayButton icon={Share2} onPress={() => setIsSharing(true)}>
          {t('delivery.share')}
        </WayButton>
      )}
      {copies && (
        <WayButton icon={Copy} letter="C" onPress={copy}>
          {t(copies === 'pin' ? 'delivery.copyPin' : 'delivery.copyLink')}
        </WayButton>
      )}
      {canGive && (
        <WayButton icon={TicketCheck} letter="G" onPress={give}>
          {t('delivery.given')}
        </WayButton>
      )}
      {isSharing && <ShareDialog handOut={handOut} onClose={() => setIsSharing(false)} />}
    </ButtonRow>
  )
}

/** The ways to the customer for all codes of a quantity at once. */
export function BatchDeliveryButtons({ handOut }: { handOut: BatchDelivery }) {
  const t = useText()
  const [isSharing, setIsSharing] = useState(false)
  const isKiosk = useIsKiosk()
  const { due, canPrint, canGive, hasPrinter, print, copy, give } = handOut
  const canCopy = handOut.canCopy && !isKiosk
  useHotkeys([
    { ...KEYS.print, run: canPrint ? print : undefined },
    { ...KEYS.copy, run: canCopy ? copy : undefined },
  ])
  if (due === 0) return null
  return (
    <ButtonRow>
      {hasPrinter && (
        <WayButton icon={Printer} letter="P" isOff={!canPrint} isFirst onPress={print}>
          {t('batch.printAll', { count: due })}
        </WayButton>
      )}
      {!isKiosk && (
        <WayButton icon={Share2} onPress={() => setIsSharing(true)}>
          {t('delivery.share')}
        </WayButton>
      )}
      {canCopy && (
        <WayButton icon={Copy} letter="C" onPress={copy}>
          {t('batch.copyAll', { count: due })}
        </WayButton>
      )}
      <WayButton icon={TicketCheck} isOff={!canGive} onPress={give}>
        {t('batch.givenAll')}
      </WayButton>
      {isSharing && <ShareDialog handOut={handOut} onClose={() => setIsSharing(false)} />}
    </ButtonRow>
  )
}

/** In reach, however much stands above; in one column it stands at the foot of the page. */
const ButtonRow = ({ children }: { children: ReactNode }) => (
  <div className="@container shrink-0 md:sticky md:-bottom-4 md:-mb-4 md:bg-canvas md:pt-1 md:pb-4">
    <div className="flex flex-wrap gap-3 @max-[37.5rem]:grid @max-[37.5rem]:auto-cols-fr @max-[37.5rem]:grid-flow-col @max-[37.5rem]:gap-2">
      {children}
    </div>
  </div>
)

type WayButtonProps = {
  icon: LucideIcon
  letter?: string
  isOff?: boolean
  isFirst?: boolean
  onPress: () => void
  children: string
}

/** One way to the customer, with its letter. */
function WayButton({ icon, letter, isOff = false, isFirst = false, onPress, children }: WayButtonProps) {
  return (
    <div className="flex min-w-0 flex-auto *:flex-1">
      <Button
        size="row"
        variant={isFirst ? 'tint' : 'secondary'}
        icon={icon}
        aria-disabled={isOff}
        aria-keyshortcuts={letter}
        onClick={() => !isOff && onPress()}
      >
        {children}{' '}
        {letter !== undefined && (
          <span className="inline-flex @max-[37.5rem]:hidden">
            <Kbd>{letter}</Kbd>
          </span>
        )}
      </Button>
    </div>
  )
}

/** Which code of its quantity this is, and the way back to the others while one of them is in nobody's hands. */
export function OtherCodesLink({ sale: { id, batch } }: { sale: Sale }) {
  return batch && <ToQuantity id={id} batch={batch} />
}

function ToQuantity({ id, batch }: Pick<Sale, 'id'> & { batch: Batch }) {
  const t = useText()
  const { data: sales } = useQuery({ ...batchQuery(batch.id), select: salesOfBatch })
  const hasOthers = sales?.some((sale) => sale.id !== id && (isUndelivered(sale) || sale.voucher === 'coming'))
  if (!hasOthers) return null
  return (
    <ButtonLink
      to={paths.batch(batch.id)}
      size="lg"
      icon={ListOrdered}
      amount={t('sale.lineOf', { line: batch.line, of: batch.of })}
    >
      {t('sale.toQuantity')}
    </ButtonLink>
  )
}
