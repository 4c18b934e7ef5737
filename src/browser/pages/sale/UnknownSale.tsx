import { CircleHelp, Hand, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Sale } from '#domain/sale/sale.ts'
import { useIsAnswering } from '../../api/status.ts'
import { findVariant, type TimelineLine } from '../../sale/event-words.ts'
import { useText, type Text } from '../../i18n/use-text.ts'
import { findRefusal } from '../../problem-class.ts'
import { StateBanner } from '../../ui/StateBanner.tsx'
import { CheckNowButton } from './CheckNowButton.tsx'
import { contentOfSale, type Content } from './content.ts'
import { ContentSummary } from './ContentSummary.tsx'
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

/** The answer to the confirm was lost between proxy and service, or was a refusal that proves nothing: only find can say (DESIGN rules 4 and 5). */
export function UnknownSale({ sale, onReadAgain }: { sale: Sale; onReadAgain: () => void }) {
  const t = useText()
  const isAnswering = useIsAnswering()
  const next = useNextPoll(sale)
  return (
    <SaleLayout
      stage={
        <NotKnown
          account={sale.account}
          {...tellWhy(sale, t)}
          timeline={
            isAnswering ? (
              <SaleTimeline sale={sale} next={next.words} />
            ) : (
              <>
                <LastKnownState sale={sale} />
                <SaleTimeline sale={sale} next={t('sale.nextTill')} />
              </>
            )
          }
          deeds={
            <SaleActions sale={sale}>
              {isAnswering && next.mayAsk && <CheckNowButton canAsk={next.canAsk} onPress={next.askNow} />}
            </SaleActions>
          }
        />
      }
      tray={
        <>
          <SaleSummary sale={sale} total={{ label: t('sale.customerPaid'), money: sale.pays }} />
          <LeaveOrTry isAnswering={isAnswering} onReadAgain={onReadAgain} />
        </>
      }
    />
  )
}

type NoReplySaleProps = {
  sale: Sale | undefined
  content: Content | undefined
  /** What this screen knows: that it was confirmed here, and that the line broke. */
  told: readonly TimelineLine[]
  onReadAgain: () => void
}

/** Confirmed here, and the till itself has been silent since. The journal will say; until then nothing is known. */
export function NoReplySale({ sale, content, told, onReadAgain }: NoReplySaleProps) {
  const t = useText()
  const isAnswering = useIsAnswering()
  const known = sale ? contentOfSale(sale) : content
  return (
    <SaleLayout
      stage={
        <NotKnown
          account={known?.account}
          hint={t('sale.unknownHint')}
          say={t('sale.saySilent')}
          timeline={<SaleTimeline sale={sale ?? {}} more={told} next={t('sale.nextTill')} />}
        />
      }
      tray={
        <>
          {sale ? (
            <SaleSummary
              sale={{ ...sale, state: 'unknown' }}
              total={{ label: t('sale.customerPaid'), money: sale.pays }}
            />
          ) : (
            content && <ContentSummary content={content} totalLabel={t('sale.customerPaid')} />
          )}
          {known && <LeaveOrTry isAnswering={isAnswering} onReadAgain={onReadAgain} />}
        </>
      }
    />
  )
}

type NotKnownProps = {
  /** Only a sale to a number or an account blocks the same one (DESIGN rule 11). */
  account: string | undefined
  /** Why nothing is known, and what the customer is told. */
  hint: string
  say: string
  timeline: ReactNode
  deeds?: ReactNode
}

function NotKnown({ account, hint, say, timeline, deeds }: NotKnownProps) {
  const t = useText()
  return (
    <>
      <StateBanner tone="unk" icon={<CircleHelp className="ic" size={32} />} heading={t('state.unknown.heading')}>
        <p>{hint}</p>
      </StateBanner>
      <InstructionBar tone="unk" icon={<Hand className="ic" size={56} aria-hidden="true" />} heading={t('sale.stop')}>
        {t(account === undefined ? 'sale.stopHintVoucher' : 'sale.stopHintUnknown')}
      </InstructionBar>
      {timeline}
      <ScriptCard>{say}</ScriptCard>
      {deeds}
    </>
  )
}

/** A refusal is told as what it is; that no reply came, only where none came. */
function tellWhy({ problem, events = [] }: Sale, t: Text): Pick<NotKnownProps, 'hint' | 'say'> {
  const refusal = findRefusal(problem)
  if (refusal) {
    return { hint: t('sale.refusedMakingSure', { why: t(`sale.refusal.${refusal}`) }), say: t('sale.sayRefused') }
  }
  const last = events.findLast(({ kind }) => kind === 'confirm-lost' || kind === 'confirm-refused')
  const isUnclear = problem?.code === 'service-unreadable' || (last && findVariant(last)?.as === 'unclear')
  return { hint: t(isUnclear ? 'sale.unclearHint' : 'sale.unknownHint'), say: t('sale.sayUnknown') }
}

type LeaveOrTryProps = { isAnswering: boolean; onReadAgain: () => void }

function LeaveOrTry({ isAnswering, onReadAgain }: LeaveOrTryProps) {
  const t = useText()
  const newSale = useNewSale()
  return isAnswering ? (
    <TrayFoot remark={t('sale.waitingMoves')}>
      <FocusedAction onPress={newSale} icon={<kbd className="kbd">Enter</kbd>}>
        {t('sale.nextCustomer')}
      </FocusedAction>
    </TrayFoot>
  ) : (
    <TrayFoot remark={t('ticket.offline')}>
      <FocusedAction onPress={onReadAgain} icon={<RefreshCw className="ic" size={24} />}>
        {t('sale.tryConnection')}
      </FocusedAction>
    </TrayFoot>
  )
}
