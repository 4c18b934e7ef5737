import '../../styles/codes.css'

import { Eye } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import type { Sale } from '#domain/sale/sale.ts'
import { saleCan } from '#domain/sale/sale.ts'
import { failureMessage } from '../../api/failure-message.ts'
import type { RevealReason } from '../../api/sale.ts'
import { useText } from '../../i18n/use-text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { TakeOverButton } from '../TakeOverButton.tsx'
import { useSaleRights, useRevealRight } from '../use-sale-rights.ts'
import { CodeFoot } from './CodeFoot.tsx'
import { RevealDialog } from './RevealDialog.tsx'
import type { RevealState } from './use-reveal.ts'

type HiddenCodeProps = {
  sale: Sale
  now: Exclude<RevealState, { kind: 'shown' }>
  onShow: (why?: RevealReason) => void
}

/** A code that is not on screen: not a digit of it, and the way to it for whoever may see it. */
export function HiddenCode({ sale, now, onShow }: HiddenCodeProps) {
  const t = useText()
  return (
    <section className="card paper codecard" aria-labelledby="code-heading">
      <div className="codecard__head">
        <h2 id="code-heading">{t('delivery.heading.pin')}</h2>
      </div>
      <div className="code code--hidden" role="img" aria-label={t('delivery.isHidden')}>
        {t('receipt.code.hidden')}
      </div>
      <Way sale={sale} now={now} onShow={onShow} />
      <CodeFoot sale={sale} />
    </section>
  )
}

function Way({ sale, now, onShow }: HiddenCodeProps) {
  const t = useText()
  const right = useRevealRight(sale)
  const { isMine } = useSaleRights(sale)
  const [isSaying, setIsSaying] = useState(false)
  // While the service contradicts itself nobody sells its code on as their own.
  const mayTake = !isMine && saleCan.takeOver(sale) && !sale.conflicting
  const error = now.kind === 'hidden' ? now.error : undefined
  const isAsking = now.kind === 'asking'

  if (now.kind === 'not-there') {
    return (
      <Told heading={t('delivery.notThere')} next={t(now.isOver ? 'delivery.notThereOver' : 'delivery.notThereNext')}>
        {now.isOver && right === 'yes' && <ShowButton onPress={() => onShow()}>{t('delivery.tryAgain')}</ShowButton>}
      </Told>
    )
  }
  return (
    <>
      {right === 'no' && mayTake && (
        <Told heading={t('delivery.colleague', { name: sale.cashier.name })} next={t('delivery.colleagueNext')} />
      )}
      {right === 'no' && !mayTake && (
        <Told heading={t('delivery.alreadyDelivered')} next={t('delivery.alreadyDeliveredNext')} />
      )}
      {error !== undefined && !isSaying && (
        <Notice kind="info" role="alert">
          {t(failureMessage(error))}
        </Notice>
      )}
      <div className="codecard__ways">
        {right !== 'no' && (
          <ShowButton isBusy={isAsking} onPress={() => (right === 'with-reason' ? setIsSaying(true) : onShow())}>
            {t(
              isAsking
                ? 'delivery.loading'
                : now.kind === 'hidden' && now.wasShown
                  ? 'delivery.showAgain'
                  : 'delivery.show',
            )}
          </ShowButton>
        )}
        {mayTake && <TakeOverButton sale={sale} />}
      </div>
      {isSaying && (
        <RevealDialog isAsking={isAsking} error={error} onShow={onShow} onClose={() => setIsSaying(false)} />
      )}
    </>
  )
}

function Told({ heading, next, children }: { heading: string; next: string; children?: ReactNode }) {
  return (
    <div role="status">
      <p className="codecard__told">{heading}</p>
      <p className="muted">{next}</p>
      {children}
    </div>
  )
}

function ShowButton({
  isBusy = false,
  onPress,
  children,
}: {
  isBusy?: boolean
  onPress: () => void
  children: string
}) {
  return (
    <button
      type="button"
      className="btn btn--lg"
      aria-disabled={isBusy}
      aria-busy={isBusy}
      onClick={() => !isBusy && onPress()}
    >
      <Eye className="ic" size={20} aria-hidden="true" /> {children}
    </button>
  )
}
