import { ArrowRight } from 'lucide-react'
import type { ReactNode, Ref } from 'react'

import type { BatchLineContent } from '#api/batches.ts'
import type { Tile } from '#domain/catalog/frontview.ts'
import type { Money } from '#domain/money/money.ts'
import type { Service } from '#domain/catalog/service.ts'
import { useSellingStop } from '../../api/status.ts'
import { useFormats } from '../../i18n/formats.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { useDraft } from '../../sale/draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { SummaryHead } from '../../ui/TicketSummary.tsx'

type ProductHeadProps = { service: Service; tile: Tile | undefined; star?: ReactNode; onCancel: () => void }

export function ProductHead({ service, tile, star, onCancel }: ProductHeadProps) {
  const t = useText()
  const category = [service.category, service.subcategory].filter(Boolean).join(t('shell.comma'))
  return (
    <SummaryHead
      picture={<Picture src={tile?.imageSmall} srcInstead={tile?.imageLarge} name={service.name} size="tile" />}
      title={<bdi>{service.name}</bdi>}
      note={
        <span className="line-clamp-1" title={category}>
          {category}
        </span>
      }
      end={
        <>
          {/* Negative margins leave room for the name; the two buttons touch without a gap. */}
          <span className="-ms-2 -me-1">{star}</span>
          <span className="-me-2">
            <CancelButton onPress={onCancel} />
          </span>
        </>
      }
    />
  )
}

export function CancelButton({ onPress }: { onPress: () => void }) {
  const t = useText()
  return (
    <Button variant="quiet" onClick={onPress}>
      {t('ticket.cancel')}
      {/* Hidden where the product name needs the space; Help lists the key. */}
      <span className="inline-grid max-xl:hidden kiosk:hidden">
        <Kbd>Esc</Kbd>
      </span>
    </Button>
  )
}

type ReviewButtonProps = {
  ref?: Ref<HTMLButtonElement>
  total: Money | undefined
  blockedBy: MessageId | undefined
  /** Opens the review, or focuses the field that blocks it. */
  onReview: () => void
}

function ReviewButton({ ref, total, blockedBy, onReview }: ReviewButtonProps) {
  const t = useText()
  const formats = useFormats()
  const stop = useSellingStop()
  const blockReason = blockedBy ?? stop
  return (
    <Button
      ref={ref}
      variant="primary"
      size="xl"
      // An Enter that has been held since the tile was chosen must not press the button.
      onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
      amount={
        <span className="inline-flex items-center gap-2">
          {total && formats.money(total)} <ArrowRight className="rtl:-scale-x-100" size={24} aria-hidden />
        </span>
      }
      blocked={blockReason && t(blockReason)}
      onClick={onReview}
      onBlocked={onReview}
    >
      {t('ticket.review')}
    </Button>
  )
}

const AddToBasket = lazyPart(async () => (await import('../../sale/AddToBasket.tsx')).AddToBasket)

type TicketActionsProps = ReviewButtonProps & {
  service: Service
  content: BatchLineContent | undefined
  count?: number
}

/** *Review*, and the basket beside it. A customer's order is sold alone, and a kiosk has no basket. */
export function TicketActions({ service, content, count, ...review }: TicketActionsProps) {
  const isOrder = useDraft(({ orderId }) => orderId !== undefined)
  return (
    <div className="flex flex-wrap gap-2">
      <div className="grid grow-[99] basis-[min-content]">
        <ReviewButton {...review} />
      </div>
      {/* Keeps its place while it loads. */}
      {!isOrder && (
        <div className="min-w-min grow basis-[5.5rem] kiosk:hidden">
          <AddToBasket content={content} count={count} name={service.name} size="key" onMissing={review.onReview} />
        </div>
      )}
    </div>
  )
}
