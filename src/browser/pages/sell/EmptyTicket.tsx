import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'

import { isPracticing, sessionQuery } from '../../api/session.ts'
import { formatAccount } from '../../i18n/format-sale.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useDraft } from '../../sale/draft.ts'
import { Button } from '../../ui/Button.tsx'
import { SummaryHead, SummaryLine, SummaryRule, TicketSummary } from '../../ui/TicketSummary.tsx'
import { useTypingAnywhere } from '../../hotkeys.ts'
import { ONE_COLUMN, useMedia } from '../../use-media.ts'
import { readNumberEntry } from './number-entry.ts'
import { CancelButton } from './ProductHead.tsx'

const STEPS = ['product', 'details', 'review', 'receipt'] as const

/** The ticket between two sales: what comes next, and whether it is for the customer of the review that was left. */
export function EmptyTicket({ foot }: { foot?: ReactNode }) {
  const t = useText()
  const { data: isPractice } = useQuery({ ...sessionQuery, select: isPracticing })
  const account = accountOf(useDraft((draft) => draft.number))
  const isOneColumn = useMedia(ONE_COLUMN)
  useLayoutEffect(() => useDraft.getState().leave(), [])

  return (
    // In one column the tiles say the same.
    <div className="max-md:hidden">
      <TicketSummary label={t('ticket.region')}>
        <SummaryHead
          title={t('ticket.ready')}
          note={t('ticket.readyHint')}
          end={
            isPractice && (
              <span className="me-2 rounded-1 border-1 border-paper-line-strong px-2 py-1 text-1 font-medium text-paper-ink">
                {t('ticket.practice')}
              </span>
            )
          }
        />
        <SummaryRule />
        {!isOneColumn && <LeftCustomer />}
        {account !== undefined && (
          <dl>
            <SummaryLine label={t('ticket.mobileNumber')}>
              <bdi dir="ltr">{formatAccount(account)}</bdi>
            </SummaryLine>
          </dl>
        )}
        <ol>
          {STEPS.map((step, at) => (
            <li
              key={step}
              className="flex min-h-7 items-center gap-3 text-paper-ink after:flex-1 after:border-b after:border-dotted after:border-paper-line-strong"
            >
              <span className="grid size-5 place-items-center rounded-full border-1 border-dashed border-paper-line-strong text-1">
                {at + 1}
              </span>
              {t(`ticket.step.${step}`)}
            </li>
          ))}
        </ol>
        {foot}
      </TicketSummary>
    </div>
  )
}

/** The next sale begins empty, unless somebody says that it is for the same customer. Nothing where no review was left. */
export function LeftCustomer() {
  const t = useText()
  const left = useDraft((draft) => draft.left)
  const clear = useDraft((draft) => draft.clear)
  const keepLeft = useDraft((draft) => draft.keepLeft)
  if (!left) return null
  const account = left.account || (accountOf(left.number) ?? left.number)
  return (
    <div className="flex md:mb-2 flex-wrap items-center gap-2" role="status">
      <span className="min-w-0 flex-1 font-medium wrap-anywhere">
        {t('ticket.keepNumber', { account: isolate(account) })}
      </span>
      <Button variant="tint" onClick={keepLeft}>
        {t('ticket.keep')}
      </Button>
      <Button variant="quiet" onClick={clear}>
        {t('ticket.clear')}
      </Button>
    </div>
  )
}

function accountOf(typed: string): string | undefined {
  const { number } = readNumberEntry(typed)
  return 'account' in number ? number.account : undefined
}

/** Digits and addresses run left to right in both languages. */
const isolate = (account: string) => `\u2066${/^\d+$/.test(account) ? formatAccount(account) : account}\u2069`

/** An address that leads to a product which is gone, switched off, or not sold here yet. */
export function UnsellableTicket() {
  const t = useText()
  const navigate = useNavigate()
  const cancel = () => void navigate(paths.sell())
  useTypingAnywhere({ onDigit: () => {}, onDelete: () => {}, onEscape: cancel })
  return (
    <TicketSummary label={t('ticket.region')}>
      <SummaryHead title={t('ticket.notSellable')} end={<CancelButton onPress={cancel} />} />
      <p className="text-paper-ink">{t('ticket.notSellableHint')}</p>
    </TicketSummary>
  )
}
