import { Hand } from 'lucide-react'

import type { Sale } from '#domain/sale/sale.ts'
import { PartialCode } from '../../sale/delivery/PartialCode.tsx'
import type { MessageId } from '../../i18n/locale.ts'
import { useIsAnswering } from '../../api/status.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { appearanceOf } from '../../sale/sale-appearance.ts'
import { StateBanner } from '../../ui/StateBanner.tsx'
import { CheckNowButton } from './CheckNowButton.tsx'
import { Countdown } from './Countdown.tsx'
import { LastKnownState } from './LastKnownState.tsx'
import { SaleActions } from './SaleActions.tsx'
import { SaleLayout } from './SaleLayout.tsx'
import { SaleSummary, TrayFoot } from './SaleSummary.tsx'
import { ScriptCard } from './ScriptCard.tsx'
import { InstructionBar } from './InstructionBar.tsx'
import { SaleTimeline } from '../../sale/SaleTimeline.tsx'
import { FocusedAction } from '../../ui/FocusedAction.tsx'
import { useNextPoll } from './use-next-poll.ts'
import { useNewSale } from './use-sale-options.ts'

type WaitingSaleProps = {
  sale: Sale
  /** The confirm is leaving, or its answer is on the way. */
  isLeaving?: boolean
}

/** Sent, no final answer yet. It is followed whether anybody looks or not, so the next customer does not wait. */
export function WaitingSale({ sale, isLeaving = false }: WaitingSaleProps) {
  const t = useText()
  const newSale = useNewSale()
  const isAnswering = useIsAnswering()
  const { words, Icon } = appearanceOf(isLeaving ? { state: 'confirming' } : sale)
  const isCodeComing = words === 'code-coming'

  return (
    <SaleLayout
      stage={
        <>
          <StateBanner
            tone="wait"
            icon={<Icon className="ic" size={32} />}
            heading={t(`state.${words}.heading`, { brand: sale.brand })}
          >
            <p>{t(hintOf(sale, isLeaving))}</p>
          </StateBanner>
          <InstructionBar
            tone="wait"
            icon={<Hand className="ic" size={56} aria-hidden="true" />}
            heading={t('sale.stop')}
          >
            {t(stopHintOf(sale))}
          </InstructionBar>
          {isLeaving ? null : isAnswering ? <NextCheck sale={sale} /> : <LastKnownState sale={sale} />}
          {isCodeComing && <PartialCode sale={sale} />}
          {isLeaving ? null : <ScriptCard>{t(sayOf(sale))}</ScriptCard>}
          {isLeaving ? null : <SaleActions sale={sale} />}
        </>
      }
      tray={
        <>
          <SaleSummary
            sale={isLeaving ? { ...sale, state: 'confirming' } : sale}
            total={{ label: t('sale.customerPaid'), money: sale.pays }}
          />
          {!isLeaving && <SaleTimeline sale={sale} place="tray" />}
          <TrayFoot remark={t('sale.waitingMoves')}>
            <FocusedAction key={words} onPress={newSale} icon={<kbd className="kbd">Enter</kbd>}>
              {t('sale.nextCustomer')}
            </FocusedAction>
          </TrayFoot>
        </>
      }
    />
  )
}

function hintOf(sale: Sale, isLeaving: boolean): MessageId {
  if (isLeaving) return sale.kind === 'voucher' ? 'sale.sendingVoucherHint' : 'sale.sendingHint'
  if (sale.voucher === 'coming') return 'sale.codeComingHint'
  if (sale.held) return 'sale.heldHint'
  return sale.kind === 'international' ? 'sale.international.pendingHint' : 'sale.pendingHint'
}

function sayOf({ kind, voucher }: Sale): MessageId {
  if (voucher === 'coming') return 'sale.sayCodeComing'
  return kind === 'voucher' ? 'sale.sayWaitingVoucher' : 'sale.sayWaiting'
}

function stopHintOf({ voucher, account }: Sale): MessageId {
  if (voucher === 'coming') return 'sale.stopHintPaid'
  // Only a sale to a number or an account blocks the same one (DESIGN rule 11).
  return account === undefined ? 'sale.stopHintVoucher' : 'sale.stopHint'
}

function NextCheck({ sale }: { sale: Sale }) {
  const t = useText()
  const formats = useFormats()
  const next = useNextPoll(sale)

  return (
    <section className="card nextcheck">
      <Countdown seconds={next.seconds} from={next.from} to={next.to} now={next.now} />
      <div className="grow">
        <h2>{next.words}</h2>
        <p className="muted">
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
