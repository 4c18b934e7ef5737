import { UserPlus } from 'lucide-react'
import { useImperativeHandle } from 'react'
import { useNavigate } from 'react-router-dom'

import { MAX_LINES } from '#api/sales.ts'
import { findContact } from '#domain/phone/contact.ts'
import { formatDecimal, money, timesMoney } from '#domain/money/money.ts'
import { useSellingStop } from '../../api/status.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useDraft } from '../../sale/draft.ts'
import { useLimitNote } from '../../sale/limit-note.ts'
import { ProductHead, TicketActions } from './TicketParts.tsx'
import { useReview, writeRequest } from '../../sale/sale-request.ts'
import { Button } from '../../ui/Button.tsx'
import { Keypad } from '../../ui/Keypad.tsx'
import { Money } from '../../ui/Money.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import { SummaryLine, SummaryRule, SummaryTotal, TicketSummary } from '../../ui/TicketSummary.tsx'
import { useIsCurrentPage } from '../../lib/lazy-part.tsx'
import { useTypingAnywhere } from '../../lib/hotkeys.ts'
import { AmountChips, AmountField, useAmountNotes } from './TicketFields.tsx'
import { ContactField } from './ContactField.tsx'
import type { TicketProps } from './RechargeTicket.tsx'
import { useVoucherTicket } from './use-voucher-ticket.ts'

/** A fixed value without an account needs no input: Enter is enough. */
export function VoucherTicket({ ref, service, tile, currency, star }: TicketProps) {
  const t = useText()
  const formats = useFormats()
  const navigate = useNavigate()
  const stop = useSellingStop()
  const ticket = useVoucherTicket(service)
  const { fixed, amount, account, customer, fields, fed, blockReason, quantity } = ticket
  const each = amount.status === 'legal' ? money(amount.amount, currency) : undefined
  const total = each && timesMoney(each, quantity)
  const notes = useAmountNotes(service, total, useLimitNote(service.kind, each, quantity))
  const hasKeys = fed !== undefined
  useImperativeHandle(ref, () => ({ focus: () => ticket.focus(fed ?? 'review') }))

  const content =
    !blockReason && amount.status === 'legal'
      ? writeRequest({
          kind: 'voucher',
          serviceId: service.id,
          amount: formatDecimal(amount.amount),
          account: account && findContact(fields.account.text),
          customer: ticket.hasCustomer ? findContact(fields.customer.text) : undefined,
        })
      : undefined
  const openReview = useReview()
  const isCurrentPage = useIsCurrentPage()
  const review = () => {
    if (!isCurrentPage()) return
    if (blockReason) {
      ticket.setActive(blockReason.field)
      return ticket.focus(blockReason.field)
    }
    if (stop || !content) return
    const { markReviewed, orderId } = useDraft.getState()
    markReviewed()
    openReview({
      content: { ...content, ...(orderId && { orderId }) },
      count: quantity === 1 ? undefined : quantity,
      tileId: tile?.id,
    })
  }
  const cancel = () => {
    ticket.discard()
    void navigate(tile?.parentId === undefined ? paths.sell() : paths.category(tile.parentId))
  }
  useTypingAnywhere({ ...ticket.keys, onEnter: review, onEscape: cancel })

  const foot = (
    <>
      {fed === 'amount' && (
        <AmountChips entry={amount} quick={ticket.quick} currency={currency} onPick={ticket.pickAmount} />
      )}
      {/* The customer field opens an on-screen keyboard, which needs the space. */}
      {hasKeys && fed !== 'customer' && <Keypad {...ticket.keys} />}
      <TicketActions
        ref={ticket.review}
        service={service}
        content={content}
        count={quantity}
        total={total}
        blockedBy={blockReason?.message}
        onReview={review}
      />
    </>
  )
  return (
    <SidePanel foot={foot}>
      <TicketSummary label={t('ticket.region')}>
        <ProductHead service={service} tile={tile} star={star} onCancel={cancel} />
        <div className="mt-1 flex flex-col gap-2">
          {account && (
            <ContactField {...fields.account} label={t('ticket.contact')} contact={account} onEnter={review} />
          )}
          {!fixed && (
            <AmountField
              {...fields.amount}
              entry={amount}
              rule={service.rule}
              currency={currency}
              onEnter={review}
              hint={notes}
            />
          )}
          {ticket.hasCustomer && (
            <ContactField
              {...fields.customer}
              label={t('ticket.customer')}
              contact={customer}
              onEnter={review}
              onDrop={ticket.dropCustomer}
            />
          )}
          {fixed && (
            <dl>
              <SummaryLine label={t('money.faceValue')}>{formats.money(money(fixed, currency))}</SummaryLine>
            </dl>
          )}
          <div className="flex flex-wrap items-center justify-between gap-2 empty:hidden">
            {ticket.hasCustomer ? (
              ticket.setQuantity && <span className="text-paper-ink">{t('ticket.quantity')}</span>
            ) : (
              <Button variant="tint" icon={UserPlus} onClick={ticket.addCustomer}>
                {t('ticket.addCustomer')}
              </Button>
            )}
            {ticket.setQuantity && (
              <Stepper label={t('ticket.quantity')} value={quantity} max={MAX_LINES} onChange={ticket.setQuantity}>
                {t('ticket.codes', { count: quantity })}
              </Stepper>
            )}
          </div>
        </div>
        {!hasKeys && total && (
          <>
            <SummaryRule />
            <dl>
              <SummaryTotal label={t('money.customerPays')}>
                <Money money={total} size="total" />
              </SummaryTotal>
            </dl>
          </>
        )}
        {fixed && notes}
      </TicketSummary>
    </SidePanel>
  )
}
