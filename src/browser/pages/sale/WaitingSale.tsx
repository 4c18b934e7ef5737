import { Hand, RefreshCw } from 'lucide-react'

import { changeOfPayment } from '#domain/money/payment.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { useIsAnswering } from '../../api/status.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { PartialCode } from '../../sale/delivery/RevealedCode.tsx'
import { formatCountdown } from '../../sale/next-poll.ts'
import { appearanceOf } from '../../sale/SaleRowParts.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button, Spinner } from '../../ui/Button.tsx'
import { ChangeBar, changeOfSale, useChangeDue } from './SaleCards.tsx'
import { SaleActions } from './SaleActions.tsx'
import { InstructionBar, LastKnownState, NextCustomer, SalePageLayout, ScriptCard } from './SaleParts.tsx'
import { SaleSummary } from './SaleSummary.tsx'
import { useNextPoll } from './use-sale.ts'

type WaitingSaleProps = {
  sale: Sale
  isSending?: boolean
}

/** Sent, without a final result. The server follows it in any case, so the next customer does not have to wait. */
export function WaitingSale({ sale, isSending = false }: WaitingSaleProps) {
  const t = useText()
  const isAnswering = useIsAnswering()
  const shown: Sale = isSending ? { ...sale, state: 'confirming' } : sale
  const { words, Icon } = appearanceOf(shown)
  const due = useChangeDue(changeOfSale(sale))
  const change = isSending ? changeOfPayment(sale, sale.pays) : due

  return (
    <SalePageLayout
      panel={<SaleSummary sale={shown} isFed={isSending} />}
      timeline={isSending ? undefined : { sale }}
      remark={t('sale.waitingMoves')}
      foot={<NextCustomer key={words} />}
    >
      <Banner
        tone="wait"
        icon={Icon}
        heading={t(`state.${words}.heading`, { brand: sale.brand })}
        isBusy={isSending}
        end={isSending && <Spinner />}
      >
        <p>{t(hintOf(sale, isSending))}</p>
      </Banner>
      <InstructionBar tone="wait" icon={Hand} heading={t('sale.stop')}>
        {t(stopHintOf(sale))}
      </InstructionBar>
      {change && <ChangeBar change={change} isSending={isSending} />}
      {!isSending && <ScriptCard link={sale.statusLink}>{t(sayOf(sale))}</ScriptCard>}
      {!isSending && (
        <>
          {isAnswering ? <NextCheck sale={sale} /> : <LastKnownState sale={sale} />}
          {words === 'code-coming' && <PartialCode sale={sale} />}
          <SaleActions sale={sale} />
        </>
      )}
    </SalePageLayout>
  )
}

function hintOf(sale: Sale, isSending: boolean): MessageId {
  if (isSending) return sale.kind === 'voucher' ? 'sale.sendingVoucherHint' : 'sale.sendingHint'
  if (sale.voucher === 'coming') return sale.isCodeUnreadable ? 'sale.codeUnreadableHint' : 'sale.codeComingHint'
  if (sale.held) return 'sale.heldHint'
  return sale.kind === 'international' ? 'sale.international.pendingHint' : 'sale.pendingHint'
}

function sayOf({ kind, voucher, isCodeUnreadable }: Sale): MessageId {
  if (voucher === 'coming') return isCodeUnreadable ? 'sale.sayCodeUnreadable' : 'sale.sayCodeComing'
  return kind === 'voucher' ? 'sale.sayWaitingVoucher' : 'sale.sayWaiting'
}

function stopHintOf({ voucher, account }: Sale): MessageId {
  if (voucher === 'coming') return 'sale.stopHintPaid'
  // Only a sale to a number or an account blocks another sale to the same recipient (rule 11).
  return account === undefined ? 'sale.stopHintVoucher' : 'sale.stopHint'
}

function NextCheck({ sale }: { sale: Sale }) {
  const t = useText()
  const formats = useFormats()
  const next = useNextPoll(sale)
  return (
    // On a phone, actions come before this, so they are visible without scrolling.
    <section className="flex shrink-0 flex-wrap items-center gap-4 rounded-3 border-1 border-line bg-surface p-4 max-sm:order-last md:gap-5 md:px-5">
      <Countdown {...next} />
      <div className="min-w-[12rem] flex-1">
        <h2 className="text-4">{next.words}</h2>
        <p className="text-ink-2">
          {sale.lastFindAt !== undefined && sale.findCount > 0
            ? `${t('sale.checkedTimes', { count: sale.findCount, time: formats.clock(sale.lastFindAt) })} `
            : null}
          {t('sale.keepChecking')}
        </p>
      </div>
      {next.mayAsk && <CheckNowButton canAsk={next.canAsk} onPress={next.askNow} />}
    </section>
  )
}

type CheckNowButtonProps = { canAsk: boolean; onPress: () => void }

export function CheckNowButton({ canAsk, onPress }: CheckNowButtonProps) {
  const t = useText()
  return (
    <Button size="row" icon={RefreshCw} isOff={!canAsk} onClick={onPress}>
      {t('sale.checkNow')}
    </Button>
  )
}

const RADIUS = 54
const LENGTH = 2 * Math.PI * RADIUS

type CountdownProps = { seconds: number; from: number; to: number; now: number }

/** The text beside it says the same. */
function Countdown({ seconds, from, to, now }: CountdownProps) {
  const left = to > from ? Math.min(1, Math.max(0, (to - now) / (to - from))) : 0
  return (
    <div className="relative size-[96px] shrink-0 md:size-[128px] low:size-[96px]" aria-hidden="true">
      <svg className="size-full fill-none stroke-10" viewBox="0 0 128 128">
        <circle className="stroke-line" cx="64" cy="64" r={RADIUS} />
        <circle
          className="stroke-wait-edge"
          cx="64"
          cy="64"
          r={RADIUS}
          strokeDasharray={`${(left * LENGTH).toFixed(1)} ${LENGTH.toFixed(1)}`}
          transform="rotate(-90 64 64)"
        />
      </svg>
      <bdi dir="ltr" className="absolute inset-0 grid place-items-center text-5 font-semibold md:text-6 low:text-5">
        {formatCountdown(seconds)}
      </bdi>
    </div>
  )
}
