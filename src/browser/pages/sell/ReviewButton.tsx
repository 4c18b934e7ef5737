import { ArrowRight } from 'lucide-react'
import type { Ref } from 'react'

import type { Money } from '#domain/money.ts'
import { useSellingStop } from '../../api/status.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'

type ReviewButtonProps = {
  ref?: Ref<HTMLButtonElement>
  /** What the customer pays, once it is known. */
  total: Money | undefined
  /** What keeps the ticket from its review. */
  blockedBy: MessageId | undefined
  /** Leads to the review, or to the field that keeps it from there. */
  onReview: () => void
}

/** The action of a ticket. */
export function ReviewButton({ ref, total, blockedBy, onReview }: ReviewButtonProps) {
  const t = useText()
  const formats = useFormats()
  const stop = useSellingStop()
  const blockReason = blockedBy ?? stop
  return (
    <Button
      ref={ref}
      variant="primary"
      size="xl"
      // An Enter that is held since the tile presses nothing here.
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
