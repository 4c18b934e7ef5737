import { ArrowDownLeft, ArrowUpRight, Check, PenLine } from 'lucide-react'
import { useState } from 'react'

import type { WalletMovement } from '#api/wallet.ts'
import { MAX_SLIP } from '#domain/wallet/announced-deposit.ts'
import { mayBe, MOVEMENT_KINDS } from '#domain/wallet/wallet.ts'
import { useExplainMovement, useMatchDeposit } from '../../api/day.ts'
import { formatMoney } from '../../i18n/formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { DialogForm, FormProblem } from '../../ui/DialogForm.tsx'
import { Field } from '../../ui/Field.tsx'
import { Radios } from '../../ui/Radios.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import { useFormatDate } from '../../lib/shop-days.ts'

const MAX_NOTE = 300

const COLUMNS: Column<WalletMovement>[] = [
  { id: 'when', header: 'wallet.when', width: 'fit', cell: When },
  { id: 'what', header: 'wallet.what', width: 'half', cell: What },
  { id: 'amount', header: 'wallet.amount', align: 'end', width: 'fit', cell: Amount },
  { id: 'action', header: 'wallet.action', hideHeader: true, align: 'end', cell: Explain },
]

/** Other transactions, newest first. They are unknown until the first balance has been read. */
export function Movements({ movements, isRead }: { movements: readonly WalletMovement[]; isRead: boolean }) {
  const t = useText()
  return (
    <section className="@container rounded-3 border-1 border-line bg-surface p-5" aria-label={t('wallet.movements')}>
      <h2 className="text-3">{t('wallet.movements')}</h2>
      <p className="mb-3 text-ink-2">{t('wallet.movementsLead')}</p>
      <Table
        label="wallet.movements"
        columns={COLUMNS}
        rows={movements}
        keyOf={({ id }) => String(id)}
        empty={isRead ? 'wallet.movementsNone' : 'wallet.notRead'}
        narrow="cards"
        size="lg"
      />
    </section>
  )
}

function When({ at }: WalletMovement) {
  return useFormatDate()(at)
}

function What({ kind, sale, slip, note, explainedBy, announced, isFromRestore }: WalletMovement) {
  const t = useText()
  const more = [slip && t('wallet.slipIs', { slip }), note].filter(Boolean).join(', ')
  return (
    <span className="block min-w-0">
      <b className="font-medium">{t(`wallet.kind.${kind}`)}</b>
      <span className="block text-1 text-ink-2">
        {explainedBy === undefined ? t('wallet.proposed') : <bdi>{explainedBy}</bdi>}
        {more !== '' && (
          <>
            {' · '}
            <bdi>{more}</bdi>
          </>
        )}
      </span>
      {announced && (
        <span className="block text-1 text-ink-2">
          {t('wallet.sameAsAnnounced')}
          {announced.slip !== undefined && (
            <>
              {' · '}
              <bdi>{t('wallet.slipIs', { slip: announced.slip })}</bdi>
            </>
          )}
        </span>
      )}
      {sale && <span className="block text-1 text-ink-2">{t('wallet.ofSale', { number: String(sale.number) })}</span>}
      {isFromRestore && <span className="block text-1 text-ink-2">{t('wallet.fromRestore')}</span>}
    </span>
  )
}

function Amount(movement: WalletMovement) {
  const amount = useAmount(movement)
  const Icon = movement.direction === 'in' ? ArrowDownLeft : ArrowUpRight
  const t = useText()
  return (
    <span className="inline-flex items-center gap-1 font-semibold">
      <Icon className={movement.direction === 'in' ? 'text-ok' : 'text-ink-2'} size={20} aria-hidden />
      {t(`wallet.${movement.direction}`, { amount })}
    </span>
  )
}

/** Returns a range while open sales make the amount uncertain. */
function useAmount({ amount, least }: WalletMovement): string {
  const t = useText()
  const locale = useLocale()
  const most = formatMoney(amount, locale)
  return least ? t('wallet.range', { least: formatMoney(least, locale), most }) : most
}

function Explain(movement: WalletMovement) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  const { announced } = movement
  return (
    <span className="inline-flex flex-wrap justify-end gap-2 @max-[44rem]:justify-start">
      {announced && <ConfirmDeposit movement={movement} deposit={announced.id} />}
      <Button icon={PenLine} onClick={() => setIsOpen(true)}>
        {t(movement.explainedBy === undefined ? 'wallet.explain' : 'wallet.change')}
      </Button>
      {isOpen && <ExplainDialog movement={movement} onClose={() => setIsOpen(false)} />}
    </span>
  )
}

type ConfirmDepositProps = { movement: WalletMovement; deposit: string }

/** The slip of the announced deposit explains the transaction. */
function ConfirmDeposit({ movement: { id, version }, deposit }: ConfirmDepositProps) {
  const t = useText()
  const match = useMatchDeposit()
  return (
    <>
      <Button
        variant="primary"
        icon={Check}
        pending={match.isPending}
        onClick={() => match.mutate({ id: deposit, movement: id, version })}
      >
        {t('wallet.confirmDeposit')}
      </Button>
      <FormProblem
        error={match.error}
        words={{
          'not-found': 'wallet.deposit.gone',
          'stale-version': 'wallet.explainStale',
          'invalid-operation': 'wallet.explainStale',
        }}
      />
    </>
  )
}

function ExplainDialog({ movement, onClose }: { movement: WalletMovement; onClose: () => void }) {
  const t = useText()
  const formatWhen = useFormatDate()
  const amount = useAmount(movement)
  const explain = useExplainMovement(movement.id)
  const [kind, setKind] = useState(movement.kind)
  const [slip, setSlip] = useState(movement.slip ?? '')
  const [note, setNote] = useState(movement.note ?? '')
  const submit = () => {
    const body = {
      version: movement.version,
      kind,
      ...(kind === 'deposit' && slip.trim() !== '' && { slip: slip.trim() }),
      ...(note.trim() !== '' && { note: note.trim() }),
    }
    explain.mutate(body, { onSuccess: onClose })
  }
  return (
    <DialogForm
      heading={t('wallet.explainHeading')}
      action={t('wallet.explainSave')}
      sending={explain}
      words={{ 'stale-version': 'wallet.explainStale' }}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        <b className="block text-4 font-semibold">{t(`wallet.${movement.direction}`, { amount })}</b>
        <span className="text-ink-2">
          {t('wallet.between', { from: formatWhen(movement.sinceAt), to: formatWhen(movement.at) })}
        </span>
        {movement.sale && (
          <span className="block text-ink-2">{t('wallet.ofSale', { number: String(movement.sale.number) })}</span>
        )}
      </p>
      <Radios
        label={t('wallet.what')}
        options={MOVEMENT_KINDS.filter((one) => mayBe(one, movement.direction)).map((value) => ({
          value,
          text: t(`wallet.kind.${value}`),
        }))}
        value={kind}
        onChange={setKind}
      />
      {kind === 'deposit' && (
        <Field
          label={t('wallet.slip')}
          hint={t('wallet.noteHint')}
          value={slip}
          maxLength={MAX_SLIP}
          onChange={(event) => setSlip(event.target.value)}
        />
      )}
      <Field
        label={t('wallet.note')}
        hint={t('wallet.noteHint')}
        value={note}
        maxLength={MAX_NOTE}
        onChange={(event) => setNote(event.target.value)}
      />
    </DialogForm>
  )
}
