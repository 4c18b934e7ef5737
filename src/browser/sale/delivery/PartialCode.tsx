import '../../styles/codes.css'

import { Eye } from 'lucide-react'
import { useState } from 'react'

import type { Sale } from '#domain/sale/sale.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { useText } from '../../i18n/use-text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useRevealRight } from '../use-sale-rights.ts'
import { CodeCard } from './CodeCard.tsx'
import { CodeFoot } from './CodeFoot.tsx'
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
        <p className="muted">{t('delivery.soFarOnly')}</p>
        <CodeFoot sale={sale} />
      </>
    )
    return <CodeCard voucher={now.voucher} foot={foot} onHide={hide} />
  }
  const isAsking = now.kind === 'asking'
  const error = now.kind === 'hidden' ? now.error : undefined
  return (
    <section className="card sofar">
      <div className="grow">
        <h2>{t('delivery.soFar')}</h2>
        <p className="muted" role="status">
          {t(now.kind === 'shown' ? 'delivery.soFarNothing' : 'delivery.soFarHint')}
        </p>
        {error !== undefined && !isSaying && (
          <Notice kind="info" role="alert">
            {t(failureMessage(error))}
          </Notice>
        )}
      </div>
      <button
        type="button"
        className="btn btn--lg"
        aria-disabled={isAsking}
        aria-busy={isAsking}
        onClick={() => !isAsking && (right === 'with-reason' ? setIsSaying(true) : void ask())}
      >
        <Eye className="ic" size={20} aria-hidden="true" /> {t('delivery.soFarShow')}
      </button>
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
