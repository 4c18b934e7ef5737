import '../../../../styles/voucher.css'

import { ArrowRight, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'

import { findContact } from '#domain/contact.ts'
import type { Tile } from '#domain/frontview.ts'
import { formatDecimal, money, timesMoney } from '#domain/money.ts'
import type { Service } from '#domain/service.ts'
import { useSellingStop } from '../../../../api/status.ts'
import { useReview, type ServiceRequest } from '../../../../sale/sale-request.ts'
import { writeContact } from '#domain/phone.ts'
import { useFormats } from '../../../../i18n/use-formats.ts'
import { useText } from '../../../../i18n/use-text.ts'
import { paths } from '../../../../paths.ts'
import { ActionButton } from '../../../../ui/ActionButton.tsx'
import { Keypad } from '../../../../ui/Keypad.tsx'
import { MoneyText } from '../../../../ui/MoneyText.tsx'
import { Picture } from '../../../../ui/Picture.tsx'
import { Slip, SlipHead, SlipLine } from '../../../../ui/Slip.tsx'
import { AmountChips } from '../AmountChips.tsx'
import { needsPoint } from '../amount-entry.ts'
import { AmountField } from '../AmountField.tsx'
import { useIsCurrentPage } from '../../../../lazy-part.tsx'
import { useTypingAnywhere } from '../../../../hotkeys.ts'
import { ContactField } from './ContactField.tsx'
import { QuantityStepper } from './QuantityStepper.tsx'
import { useVoucherTicket } from './use-voucher-ticket.ts'

type VoucherTicketProps = {
  service: Service
  /** The tile it was picked from. */
  tile: Tile | undefined
  currency: string
  /** Keeps what is typed as a favorite. */
  star?: ReactNode
}

/** The slip of a voucher before its review. A fixed value without an account has nothing to type: Enter is enough. */
export function VoucherTicket({ service, tile, currency, star }: VoucherTicketProps) {
  const t = useText()
  const formats = useFormats()
  const navigate = useNavigate()
  const stop = useSellingStop()
  const ticket = useVoucherTicket(service)
  const { fixed, amount, account, customer, fields, fed, hindrance, quantity, inputs } = ticket
  const each = amount.status === 'legal' ? money(amount.amount, currency) : undefined
  const total = each && timesMoney(each, quantity)
  const hasKeys = fed !== undefined

  const openReview = useReview()
  const isStillHere = useIsCurrentPage()
  const review = () => {
    if (!isStillHere()) return
    if (hindrance) {
      ticket.setActive(hindrance.field)
      return ticket.focus(hindrance.field)
    }
    if (stop || amount.status !== 'legal') return
    const accountText = account && findContact(fields.account.text)
    const customerText = ticket.hasCustomer ? findContact(fields.customer.text) : undefined
    const content: ServiceRequest = {
      kind: 'voucher',
      serviceId: service.id,
      amount: formatDecimal(amount.amount),
      ...(accountText === undefined ? {} : { account: writeContact(accountText) }),
      ...(customerText === undefined ? {} : { customer: writeContact(customerText) }),
    }
    openReview({ content, count: quantity === 1 ? undefined : quantity, tileId: tile?.id })
  }
  const cancel = () => {
    ticket.discard()
    void navigate(tile?.parentId === undefined ? paths.sell() : paths.category(tile.parentId))
  }

  useTypingAnywhere({ onDigit: ticket.press, onDelete: ticket.erase, onEnter: review, onEscape: cancel })

  const addCustomer = !ticket.hasCustomer && (
    <button type="button" className="btn addcustomer" onClick={ticket.addCustomer}>
      <UserPlus className="ic" size={20} aria-hidden="true" /> {t('ticket.addCustomer')}
    </button>
  )

  return (
    <>
      <Slip label={t('ticket.region')}>
        <SlipHead
          picture={<Picture src={tile?.imageSmall} srcInstead={tile?.imageLarge} name={service.name} size={40} />}
          title={<bdi>{service.name}</bdi>}
          sub={[service.category, service.subcategory].filter(Boolean).join(t('shell.comma'))}
          end={
            <>
              {star}
              <button type="button" className="btn" onClick={cancel}>
                {t('ticket.cancel')} <kbd className="kbd">Esc</kbd>
              </button>
            </>
          }
        />
        <div className="mt-2">
          {account && (
            <ContactField
              ref={inputs.account}
              label={t('ticket.contact')}
              text={fields.account.text}
              contact={account}
              isActive={fed === 'account'}
              onType={fields.account.type}
              onFocus={() => ticket.setActive('account')}
              onEnter={review}
            />
          )}
          {!fixed && (
            <AmountField
              ref={inputs.amount}
              text={fields.amount.text}
              entry={amount}
              rule={service.rule}
              currency={currency}
              isActive={fed === 'amount'}
              onType={fields.amount.type}
              onFocus={() => ticket.setActive('amount')}
              onEnter={review}
            />
          )}
          {ticket.hasCustomer && (
            <ContactField
              ref={inputs.customer}
              label={t('ticket.customer')}
              text={fields.customer.text}
              contact={customer}
              isActive={fed === 'customer'}
              onType={fields.customer.type}
              onFocus={() => ticket.setActive('customer')}
              onEnter={review}
              onDrop={ticket.dropCustomer}
            />
          )}
          {fixed && (
            <dl className="lines mt-1">
              <SlipLine label={t('money.faceValue')}>{formats.money(money(fixed, currency))}</SlipLine>
            </dl>
          )}
          <QuantityStepper quantity={quantity} onChange={ticket.setQuantity}>
            {hasKeys && addCustomer}
          </QuantityStepper>
          {!hasKeys && total && (
            <>
              <hr />
              <dl className="lines">
                <SlipLine label={t('money.customerPays')} kind="total">
                  <MoneyText money={total} />
                </SlipLine>
              </dl>
            </>
          )}
        </div>
      </Slip>
      {!hasKeys && addCustomer}
      <div className="tray__gap" />
      <div
        className="stack ticket--voucher"
        // A key held since the shelf presses nothing here.
        onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
      >
        {fed === 'amount' && (
          <AmountChips entry={amount} quick={ticket.quick} currency={currency} onPick={ticket.pickAmount} />
        )}
        {/* The customer's field has a keyboard of its own, and the keys would take its room. */}
        {hasKeys && fed !== 'customer' && (
          <Keypad
            onDigit={ticket.press}
            onDelete={ticket.erase}
            onClear={ticket.empty}
            onDecimal={fed === 'amount' && needsPoint(service.rule) ? () => ticket.press('.') : undefined}
          />
        )}
        <ActionButton
          ref={ticket.review}
          amount={total && formats.money(total)}
          icon={<ArrowRight className="ic flip" size={24} />}
          notReady={hindrance ? t(hindrance.message) : stop && t(stop)}
          onPress={review}
          onNotReady={review}
        >
          {t('ticket.review')}
        </ActionButton>
      </div>
    </>
  )
}
