import { Eye } from 'lucide-react'
import { useState } from 'react'

import type { Sale } from '#domain/sale/sale.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useRevealRight } from '../use-sale-rights.ts'
import { CodeCard, CodeFoot } from './CodeCard.tsx'
import { RevealDialog } from './RevealDialog.tsx'
import { useReveal } from './use-reveal.ts'

/** While a code is to come: what the service has given already, such as a serial, for whoever may see it and wants to. */
export function PartialCode({ sale }: { sale: Sale }) {
  const t = useText()
  const right = useRevealRight(sale)
  const { now, ask, hide } = useReveal(sale, false)
  const [isSaying, setIsSaying] = useState(false)
  if (right === 'no') return null
  if (now.kind === 'shown' && now.voucher && Object.keys(now.voucher).length > 0) {
    const foot = (
      <>
        <p className="text-paper-ink">{t('delivery.soFarOnly')}</p>
        <CodeFoot sale={sale} />
      </>
    )
    return <CodeCard voucher={now.voucher} foot={foot} onHide={hide} />
  }
  const isAsking = now.kind === 'asking'
  const error = now.kind === 'hidden' ? now.error : undefined
  return (
    <section className="flex shrink-0 flex-wrap items-center gap-x-5 gap-y-3 rounded-3 border-1 border-line bg-surface p-4 md:px-5">
      <div className="min-w-[12rem] flex-1">
        <h2 className="text-3">{t('delivery.soFar')}</h2>
        <p className="text-ink-2" role="status">
          {t(now.kind === 'shown' ? 'delivery.soFarNothing' : 'delivery.soFarHint')}
        </p>
        {error !== undefined && !isSaying && (
          <Notice tone="info" role="alert">
            {t(failureMessage(error))}
          </Notice>
        )}
      </div>
      <Button
        size="lg"
        icon={Eye}
        pending={isAsking}
        onClick={() => (right === 'with-reason' ? setIsSaying(true) : void ask())}
      >
        {t('delivery.soFarShow')}
      </Button>
      {isSaying && now.kind !== 'shown' && (
        <RevealDialog
          isAsking={isAsking}
          error={error}
          onShow={(why) => void ask(why)}
          onClose={() => setIsSaying(false)}
        />
      )}
    </section>
  )
}
