import { Clock, Landmark, TriangleAlert, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { ulid } from 'ulid'

import type { ExpectedDeposit } from '#api/wallet.ts'
import { MAX_SLIP, mayBePaidAt } from '#domain/wallet/announced-deposit.ts'
import { formatDecimal } from '#domain/money/money.ts'
import { findLocalTime, localTimeAt } from '#domain/shop-calendar.ts'
import { cleanAmountText, findPayable } from '#domain/money/typed-amount.ts'
import { findHiddenCharacter } from '#domain/text/typed-text.ts'
import { useAnnounceDeposit, useWithdrawDeposit } from '../../api/day.ts'
import { useServerNow } from '../../api/status.ts'
import { formatMoney } from '../../i18n/formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'
import { Field } from '../../ui/Field.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import { useFormatDate, useShopCalendar } from '../../lib/shop-days.ts'

const COLUMNS: Column<ExpectedDeposit>[] = [
  { id: 'paidAt', header: 'wallet.paidAt', width: 'fit', cell: PaidAt },
  { id: 'what', header: 'wallet.what', hideHeader: true, width: 'half', cell: What },
  { id: 'amount', header: 'wallet.amount', align: 'end', width: 'fit', cell: Amount },
  { id: 'action', header: 'wallet.action', hideHeader: true, align: 'end', cell: Withdraw },
]

/** `currency`: of the wallet, `undefined` until its balance has been read. */
type ExpectedDepositsProps = { deposits: readonly ExpectedDeposit[]; currency: string | undefined }

/** Money that was paid in and has not arrived. It counts for nothing until the balance shows it. */
export function ExpectedDeposits({ deposits, currency }: ExpectedDepositsProps) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  if (currency === undefined && deposits.length === 0) return null
  return (
    <section className="@container rounded-3 border-1 border-line bg-surface p-5" aria-label={t('wallet.deposits')}>
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-3">{t('wallet.deposits')}</h2>
          <p className="text-ink-2">{t('wallet.depositsLead')}</p>
        </div>
        {currency !== undefined && (
          <Button icon={Landmark} onClick={() => setIsOpen(true)}>
            {t('wallet.announce')}
          </Button>
        )}
      </div>
      {deposits.length > 0 && (
        <div className="mt-3">
          <Table
            label="wallet.deposits"
            columns={COLUMNS}
            rows={deposits}
            empty="wallet.deposits"
            narrow="cards"
            size="lg"
          />
        </div>
      )}
      {isOpen && currency !== undefined && <AnnounceDialog currency={currency} onClose={() => setIsOpen(false)} />}
    </section>
  )
}

function PaidAt({ paidAt }: ExpectedDeposit) {
  return useFormatDate()(paidAt)
}

function What({ slip, announcedBy, isLate }: ExpectedDeposit) {
  const t = useText()
  return (
    <span className="block min-w-0">
      {isLate ? (
        <Badge tone="bad" icon={TriangleAlert}>
          {t('wallet.deposit.late')}
        </Badge>
      ) : (
        <Badge tone="wait" icon={Clock}>
          {t('wallet.deposit.expected')}
        </Badge>
      )}
      <span className="block text-1 text-ink-2">
        <bdi>{announcedBy}</bdi>
        {slip !== undefined && (
          <>
            {' · '}
            <bdi>{t('wallet.slipIs', { slip })}</bdi>
          </>
        )}
      </span>
      {isLate && <span className="block text-1 text-ink-2">{t('wallet.deposit.lateHint')}</span>}
    </span>
  )
}

function Amount({ amount }: ExpectedDeposit) {
  return <span className="font-semibold">{formatMoney(amount, useLocale())}</span>
}

function Withdraw(deposit: ExpectedDeposit) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon={Undo2} onClick={() => setIsOpen(true)}>
        {t('wallet.withdraw')}
      </Button>
      {isOpen && <WithdrawDialog deposit={deposit} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function WithdrawDialog({ deposit: { id, amount }, onClose }: { deposit: ExpectedDeposit; onClose: () => void }) {
  const t = useText()
  const locale = useLocale()
  const withdraw = useWithdrawDeposit(id)
  return (
    <DialogForm
      heading={t('wallet.withdrawHeading')}
      action={t('wallet.withdraw')}
      sending={withdraw}
      words={{ 'not-found': 'wallet.deposit.gone' }}
      isDanger
      onSubmit={() => withdraw.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('wallet.withdrawMeans', { amount: formatMoney(amount, locale) })}</p>
    </DialogForm>
  )
}

function AnnounceDialog({ currency, onClose }: { currency: string; onClose: () => void }) {
  const t = useText()
  const now = useServerNow()
  const calendar = useShopCalendar()
  const announce = useAnnounceDeposit()
  // The id stays the same after a lost response, so that the deposit is announced only once.
  const [id] = useState(() => ulid())
  const [amount, setAmount] = useState('')
  const [slip, setSlip] = useState('')
  const [paid, setPaid] = useState(() => localTimeAt(now, calendar.timeZone))
  const [isTried, setIsTried] = useState(false)
  const exact = findPayable(amount, currency)
  const paidAt = findLocalTime(paid, calendar.timeZone)
  const isPossible = paidAt !== undefined && mayBePaidAt(paidAt, now, calendar)
  const isHidden = findHiddenCharacter(slip) !== undefined
  const submit = () => {
    setIsTried(true)
    if (!exact || !isPossible || isHidden) return
    const body = {
      id,
      amount: formatDecimal(exact),
      currency,
      ...(slip.trim() !== '' && { slip: slip.trim() }),
      paidAt,
    }
    announce.mutate(body, { onSuccess: onClose })
  }
  return (
    <DialogForm
      heading={t('wallet.announce')}
      action={t('wallet.announce')}
      sending={announce}
      words={{ 'invalid-operation': 'wallet.announceRefused' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('shift.amount', { currency })}
        size="lg"
        inputMode="decimal"
        dir="ltr"
        problem={isTried && !exact ? t('shift.amount.missing') : undefined}
        value={amount}
        onChange={(event) => setAmount(cleanAmountText(event.currentTarget.value))}
      />
      <Field
        label={t('wallet.slip')}
        hint={t('wallet.noteHint')}
        problem={isHidden ? t('text.hidden') : undefined}
        value={slip}
        maxLength={MAX_SLIP}
        onChange={(event) => setSlip(event.currentTarget.value)}
      />
      <Field
        label={t('wallet.paidAt')}
        type="datetime-local"
        problem={isTried && !isPossible ? t('wallet.paidAtWrong') : undefined}
        value={paid}
        onChange={(event) => setPaid(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
