import { CircleAlert, CircleHelp, Hand, RefreshCw, ShieldCheck } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

import type { FailureCode } from '#api/failure.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { useAbandonSale } from '../../api/sale-steps.ts'
import { useIsAnswering, useSellingStop } from '../../api/status.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText, type Text } from '../../i18n/use-text.ts'
import { findRefusal } from '../../lib/problem-class.ts'
import { findVariant, type TimelineLine } from '../../sale/SaleTimeline.tsx'
import { appearanceOf } from '../../sale/SaleRowParts.tsx'
import { useSaleRights } from '../../sale/use-sale-rights.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { Content } from './use-sale-options.ts'
import { SaleActions } from './SaleActions.tsx'
import {
  ARM_MS,
  EnterButton,
  InstructionBar,
  LastKnownState,
  NextCustomer,
  ProblemReason,
  SalePageLayout,
  ScriptCard,
} from './SaleParts.tsx'
import { ContentSummary, SaleSummary } from './SaleSummary.tsx'
import { useNextPoll } from './use-sale.ts'
import { CheckNowButton } from './WaitingSale.tsx'

type UnknownSaleProps = { sale: Sale; onReadAgain: () => void }

/** The reply to the confirm was lost, or was a refusal that proves nothing, so only find can show the result (rules 4 and 5). */
export function UnknownSale({ sale, onReadAgain }: UnknownSaleProps) {
  const t = useText()
  const isAnswering = useIsAnswering()
  const next = useNextPoll(sale)
  return (
    <NotKnown
      {...reasonOf(sale, t)}
      account={sale.account}
      link={sale.statusLink}
      summary={<SaleSummary sale={sale} />}
      lastKnown={!isAnswering && <LastKnownState sale={sale} />}
      timeline={{ sale, next: isAnswering ? next.words : t('sale.nextTill') }}
      actions={
        <SaleActions sale={sale}>
          {isAnswering && next.mayAsk && <CheckNowButton canAsk={next.canAsk} onPress={next.askNow} />}
        </SaleActions>
      }
      onReadAgain={onReadAgain}
    />
  )
}

type NoReplySaleProps = {
  sale?: Sale
  /** The request, if the sale was never read or represents a batch. */
  content?: Content | undefined
  /** What this tab knows: that it sent the sale and got no reply. */
  lines: readonly TimelineLine[]
  onReadAgain: () => void
}

/** Sent from here, and the server has not responded since. */
export function NoReplySale({ sale, content, lines, onReadAgain }: NoReplySaleProps) {
  const t = useText()
  return (
    <NotKnown
      account={content ? content.account : sale?.account}
      hint={t('sale.unknownHint')}
      say={t('sale.saySilent')}
      summary={
        content ? (
          <ContentSummary content={content} totalLabel="sale.customerPaid" />
        ) : (
          sale && <SaleSummary sale={{ ...sale, state: 'unknown' }} />
        )
      }
      timeline={{ sale: sale ?? {}, more: lines, next: t('sale.nextTill') }}
      onReadAgain={onReadAgain}
    />
  )
}

type NotKnownProps = {
  /** Only sales to a number or an account block another sale to the same recipient (rule 11). */
  account: string | undefined
  /** Why the result is unknown, and what to tell the customer. */
  hint: string
  say: string
  link?: string | undefined
  summary: ReactNode
  /** The age of the shown state while the server is not responding. */
  lastKnown?: ReactNode
  timeline: ComponentProps<typeof SalePageLayout>['timeline']
  actions?: ReactNode
  onReadAgain: () => void
}

function NotKnown({ account, hint, say, link, summary, lastKnown, timeline, actions, onReadAgain }: NotKnownProps) {
  const t = useText()
  const isAnswering = useIsAnswering()
  return (
    <SalePageLayout
      panel={summary}
      timeline={timeline}
      remark={t(isAnswering ? 'sale.waitingMoves' : 'ticket.offline')}
      foot={
        isAnswering ? (
          <NextCustomer />
        ) : (
          <EnterButton icon={RefreshCw} onClick={onReadAgain}>
            {t('sale.tryConnection')}
          </EnterButton>
        )
      }
    >
      <Banner tone="unk" icon={CircleHelp} heading={t('state.unknown.heading')}>
        <p>{hint}</p>
      </Banner>
      <InstructionBar tone="unk" icon={Hand} heading={t('sale.stop')}>
        {t(account === undefined ? 'sale.stopHintVoucher' : 'sale.stopHintUnknown')}
      </InstructionBar>
      {lastKnown}
      <ScriptCard link={link}>{say}</ScriptCard>
      {actions}
    </SalePageLayout>
  )
}

function reasonOf({ problem, events = [] }: Sale, t: Text): Pick<NotKnownProps, 'hint' | 'say'> {
  const refusal = findRefusal(problem)
  if (refusal) {
    return { hint: t('sale.refusedMakingSure', { why: t(`sale.refusal.${refusal}`) }), say: t('sale.sayRefused') }
  }
  const last = events.findLast(({ kind }) => kind === 'confirm-lost' || kind === 'confirm-refused')
  const isUnclear = problem?.code === 'service-unreadable' || (last && findVariant(last)?.as === 'unclear')
  return { hint: t(isUnclear ? 'sale.unclearHint' : 'sale.unknownHint'), say: t('sale.sayUnknown') }
}

type NotExecutedSaleProps = {
  sale: Sale
  /** Why the last *Send again* was refused. */
  refusal: FailureCode | undefined
  onSendAgain: () => void
}

/** Proven not executed: a person completes this sale, or abandons it and refunds the customer (rule 6). */
export function NotExecutedSale({ sale, refusal, onSendAgain }: NotExecutedSaleProps) {
  const t = useText()
  const formats = useFormats()
  const stop = useSellingStop(false)
  const { mayGoOn } = useSaleRights(sale)
  const abandon = useAbandonSale(sale.id)
  const refused = findRefusal(sale.problem)
  const pays = formats.money(sale.pays)

  return (
    <SalePageLayout
      panel={<SaleSummary sale={sale} />}
      timeline={{ sale, next: t('sale.nextDecide') }}
      remark={mayGoOn ? undefined : t('sale.othersDecide', { name: sale.cashier.name })}
      foot={
        mayGoOn ? (
          <>
            <EnterButton
              amount={pays}
              blocked={stop && t(stop === 'ticket.offline' ? 'sale.offline' : stop)}
              onClick={onSendAgain}
            >
              {t('sale.sendAgain')}
            </EnterButton>
            <Button size="lg" armDelayMs={ARM_MS} pending={abandon.isPending} onClick={() => abandon.mutate()}>
              {t('sale.abandon', { amount: pays })}
            </Button>
          </>
        ) : (
          <NextCustomer />
        )
      }
    >
      <Banner tone="bad" icon={appearanceOf(sale).Icon} heading={t('state.not-executed.heading')}>
        <p>{t('state.not-executed.next', { amount: pays })}</p>
      </Banner>
      <InstructionBar tone="ok" icon={ShieldCheck} heading={t('sale.nothingCharged')}>
        {refused ? t('sale.refusedIt', { why: t(`sale.refusal.${refused}`) }) : t('sale.notExecutedHint')}
      </InstructionBar>
      {refusal && (
        <Notice
          tone="info"
          role="alert"
          icon={<CircleAlert size={24} aria-hidden />}
          heading={t(`failure.${refusal}`)}
        />
      )}
      {sale.problem && (sale.problem.text !== undefined || sale.problem.code === 'offline') && (
        <ProblemReason problem={sale.problem} />
      )}
      {stop === 'ticket.offline' && <LastKnownState sale={sale} />}
      <SaleActions sale={sale} />
    </SalePageLayout>
  )
}
