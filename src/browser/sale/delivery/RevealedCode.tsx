import { Eye } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import { saleCan, type Sale } from '#domain/sale/sale.ts'
import type { RevealReason } from '../../api/sale-steps.ts'
import { useText } from '../../i18n/use-text.ts'
import { useAnnouncement } from '../../ui/announce.ts'
import { Button } from '../../ui/Button.tsx'
import { SaleProblem } from '../SaleProblem.tsx'
import { TakeOverButton } from '../SellAgainButton.tsx'
import { useRevealRight, useSaleRights } from '../use-sale-rights.ts'
import { CODE_CARD, CODE_HEADING, CodeCard, CodeFoot } from './CodeCard.tsx'
import { RevealDialog } from './DeliveryDialogs.tsx'
import { useReveal, type Reveal } from './use-reveal.ts'

type RevealProps = { sale: Sale; reveal: Reveal }

/** While it is hidden, there are no digits, only a button for people who may view it. */
export function RevealedCode({ sale, reveal }: RevealProps) {
  const t = useText()
  const { now, hide } = reveal
  if (now.kind === 'shown') {
    return <CodeCard voucher={now.codes[0]?.voucher ?? {}} foot={<CodeFoot sale={sale} />} onHide={hide} />
  }
  return (
    <section className={CODE_CARD} aria-labelledby="code-heading">
      <div className="flex min-h-hit items-center">
        <h2 id="code-heading" className={CODE_HEADING}>
          {t('delivery.heading.pin')}
        </h2>
      </div>
      <div
        className="my-auto font-mono text-[length:min(theme(fontSize.6),6cqi)] tracking-[0.1em] whitespace-nowrap text-paper-ink"
        role="img"
        aria-label={t('delivery.isHidden')}
      >
        {t('receipt.code.hidden')}
      </div>
      <WayToCode sale={sale} reveal={reveal} />
      <CodeFoot sale={sale} />
    </section>
  )
}

function useShowPress({ sale, reveal: { now, ask } }: RevealProps) {
  const right = useRevealRight(sale)
  const [isSaying, setIsSaying] = useState(false)
  const error = now.kind === 'hidden' ? now.error : undefined
  const isAsking = now.kind === 'asking'
  const show = (why?: RevealReason) => void ask(why)
  return {
    right,
    isAsking,
    press: () => (right === 'with-reason' ? setIsSaying(true) : show()),
    refusal: <SaleProblem error={isSaying ? undefined : error} />,
    question: isSaying && now.kind !== 'shown' && (
      <RevealDialog isAsking={isAsking} error={error} onShow={show} onClose={() => setIsSaying(false)} />
    ),
  }
}

function WayToCode({ sale, reveal }: RevealProps) {
  const t = useText()
  const { now } = reveal
  const { right, isAsking, press, refusal, question } = useShowPress({ sale, reveal })
  const { isMine } = useSaleRights(sale)
  // No one takes over a code while the wholesaler's responses conflict.
  const mayTake = !isMine && saleCan.takeOver(sale) && !sale.conflicting

  if (now.kind === 'not-there') {
    return (
      <CodeNotice
        heading={t('delivery.notThere')}
        next={t(now.isOver ? 'delivery.notThereOver' : 'delivery.notThereNext')}
        isNews
      >
        {now.isOver && right === 'yes' && (
          <Button size="lg" icon={Eye} onClick={press}>
            {t('delivery.tryAgain')}
          </Button>
        )}
      </CodeNotice>
    )
  }
  const wasShown = now.kind === 'hidden' && now.wasShown
  return (
    <>
      {right === 'no' && mayTake && (
        <CodeNotice heading={t('delivery.colleague', { name: sale.cashier.name })} next={t('delivery.colleagueNext')} />
      )}
      {right === 'no' && !mayTake && (
        <CodeNotice
          heading={t(
            sale.voucher === 'ready' && sale.mayBeDelivered ? 'delivery.mayBeDelivered' : 'delivery.alreadyDelivered',
          )}
          next={t('delivery.alreadyDeliveredNext')}
        />
      )}
      {refusal}
      <div className="flex flex-wrap gap-3">
        {right !== 'no' && (
          <Button size="lg" icon={Eye} pending={isAsking} onClick={press}>
            {t(isAsking ? 'delivery.loading' : wasShown ? 'delivery.showAgain' : 'delivery.show')}
          </Button>
        )}
        {mayTake && <TakeOverButton sale={sale} />}
      </div>
      {question}
    </>
  )
}

type CodeNoticeProps = {
  heading: string
  next: string
  isNews?: boolean
  children?: ReactNode
}

function CodeNotice({ heading, next, isNews = false, children }: CodeNoticeProps) {
  useAnnouncement(isNews ? `${heading}. ${next}` : undefined)
  return (
    <div>
      <p className="text-4 font-semibold">{heading}</p>
      <p className="text-paper-ink">{next}</p>
      {children}
    </div>
  )
}

/** What the wholesaler has already given while the code is pending, such as a serial. */
export function PartialCode({ sale }: { sale: Sale }) {
  const t = useText()
  const reveal = useReveal([sale])
  const { right, isAsking, press, refusal, question } = useShowPress({ sale, reveal })
  const { now, hide } = reveal
  if (right === 'no') return null
  const nothingYet = sale.isCodeUnreadable ? 'sale.codeUnreadableHint' : 'delivery.soFarNothing'
  const voucher = now.kind === 'shown' ? now.codes[0]?.voucher : undefined
  if (voucher && Object.keys(voucher).length > 0) {
    const foot = (
      <>
        <p className="text-paper-ink">{t('delivery.soFarOnly')}</p>
        <CodeFoot sale={sale} />
      </>
    )
    return <CodeCard voucher={voucher} foot={foot} onHide={hide} />
  }
  return (
    <section className="flex shrink-0 flex-wrap items-center gap-x-5 gap-y-3 rounded-3 border-1 border-line bg-surface p-4 md:px-5">
      <div className="min-w-[12rem] flex-1">
        <h2 className="text-3">{t('delivery.soFar')}</h2>
        <p className="text-ink-2" role="status">
          {t(now.kind === 'shown' ? nothingYet : 'delivery.soFarHint')}
        </p>
        {refusal}
      </div>
      <Button size="lg" icon={Eye} pending={isAsking} onClick={press}>
        {t('delivery.soFarShow')}
      </Button>
      {question}
    </section>
  )
}
