import { useQuery } from '@tanstack/react-query'
import { Copy, ListOrdered, Printer, Share2, TicketCheck, type LucideIcon } from 'lucide-react'
import { useState } from 'react'

import { isUndelivered, type Batch, type Sale } from '#domain/sale/sale.ts'
import { batchQuery, salesOfBatch } from '../../api/batch.ts'
import { KEYS, useHotkeys } from '../../lib/hotkeys.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { useIsKiosk } from '../../lib/kiosk.ts'
import { useAskedDelivery } from './asked-delivery.ts'
import { ShareDialog } from './DeliveryDialogs.tsx'
import type { Delivery } from './use-delivery.ts'

type DeliveryButtonsProps = {
  delivery: Delivery
  /** The customer takes what was sold so far, and the page remains. */
  isStopped?: boolean
}

/** Each letter presses its button. */
export function DeliveryButtons({ delivery, isStopped = false }: DeliveryButtonsProps) {
  const t = useText()
  const { asked } = useAskedDelivery()
  const [isSharing, setIsSharing] = useState(asked === 'share')
  // A kiosk copies and shares nothing.
  const isKiosk = useIsKiosk()
  const { sale, due: count, canPrint, canGive, hasPrinter, isCopyForbidden, print, copy, give } = delivery
  const copies = isKiosk ? undefined : delivery.copies
  useHotkeys([
    { ...KEYS.print, run: canPrint ? print : undefined },
    { ...KEYS.copy, run: copies ? copy : undefined },
  ])
  if (count === 0) return null
  return (
    <div className="@container shrink-0 md:sticky md:-bottom-4 md:-mb-4 md:bg-canvas md:pt-1 md:pb-4">
      <div className="flex flex-wrap gap-3 @max-[37.5rem]:grid @max-[37.5rem]:auto-cols-fr @max-[37.5rem]:grid-flow-col @max-[37.5rem]:gap-2">
        {hasPrinter && (
          <WayButton icon={Printer} letter="P" isOff={!canPrint} isFirst onPress={print}>
            {sale ? t(isCopyForbidden ? 'delivery.copyForbidden' : 'sale.print') : t('batch.printAll', { count })}
          </WayButton>
        )}
        {!isKiosk && (
          <WayButton icon={Share2} onPress={() => setIsSharing(true)}>
            {t('delivery.share')}
          </WayButton>
        )}
        {copies && (
          <WayButton icon={Copy} letter="C" onPress={copy}>
            {t(COPIES[copies], { count })}
          </WayButton>
        )}
        {isStopped && (
          <WayButton icon={TicketCheck} isOff={!canGive} onPress={give}>
            {t('batch.givenAll')}
          </WayButton>
        )}
        {isSharing && <ShareDialog delivery={delivery} onClose={() => setIsSharing(false)} />}
      </div>
    </div>
  )
}

const COPIES = { pin: 'delivery.copyPin', link: 'delivery.copyLink', all: 'batch.copyAll' } as const

type WayButtonProps = {
  icon: LucideIcon
  letter?: string | undefined
  isOff?: boolean
  isFirst?: boolean
  onPress: () => void
  children: string
}

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

/** Which code of its batch this is, with a link to the others while one is undelivered. */
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
