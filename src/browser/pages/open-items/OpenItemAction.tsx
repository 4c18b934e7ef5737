import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router-dom'

import { isRefundDue, isWaiting, saleCan, type Sale } from '#domain/sale/sale.ts'
import { usePollSale, useTakeOverSale } from '../../api/sale.ts'
import { useIsAnswering } from '../../api/status.ts'
import { useText } from '../../i18n/use-text.ts'
import { nextPollOf } from '../../sale/next-poll.ts'
import { paths } from '../../paths.ts'
import { useSaleRights } from '../../sale/use-sale-rights.ts'
import { useProxyNow } from '../../use-proxy-now.ts'
import { RefundDialog } from './RefundDialog.tsx'

/** The one thing to do with a sale from the desk; the rest is on its own screen. */
export function OpenItemAction({ sale }: { sale: Sale }) {
  const t = useText()
  const navigate = useNavigate()
  const { mayGoOn } = useSaleRights(sale)
  const take = useTakeOverSale(sale.id)
  const [isGivingBack, setIsGivingBack] = useState(false)

  if (isRefundDue(sale) && !sale.attention) {
    return (
      <>
        <button type="button" className="btn btn--tint" onClick={() => setIsGivingBack(true)}>
          {t('sale.refunded')}
        </button>
        {/* Nothing of the row's look reaches it there. */}
        {isGivingBack &&
          createPortal(<RefundDialog sale={sale} onClose={() => setIsGivingBack(false)} />, document.body)}
      </>
    )
  }
  // Who hands a colleague's code out, takes it over beside the customer, on its own screen.
  if (!mayGoOn && saleCan.takeOver(sale) && sale.voucher !== 'ready') {
    return (
      <button
        type="button"
        className="btn btn--tint"
        aria-disabled={take.isPending}
        onClick={() =>
          !take.isPending && take.mutate(undefined, { onSuccess: () => void navigate(paths.sale(sale.id)) })
        }
      >
        {t('sale.takeOver')}
      </button>
    )
  }
  if (mayGoOn && isWaiting(sale) && sale.state !== 'not-executed' && sale.state !== 'confirming') {
    return <AskNow sale={sale} />
  }
  return (
    <button type="button" className="btn btn--tint" onClick={() => void navigate(paths.sale(sale.id))}>
      {t('openItems.open')}
    </button>
  )
}

function AskNow({ sale }: { sale: Sale }) {
  const t = useText()
  const now = useProxyNow()
  const isAnswering = useIsAnswering()
  const ask = usePollSale(sale.id)
  const canAsk = isAnswering && !ask.isPending && nextPollOf(sale, now).canPollNow
  return (
    <button
      type="button"
      className="btn btn--tint"
      aria-disabled={!canAsk}
      aria-busy={ask.isPending}
      onClick={() => canAsk && ask.mutate()}
    >
      {t('sale.checkNow')}
    </button>
  )
}
