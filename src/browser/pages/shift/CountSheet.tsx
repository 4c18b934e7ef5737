import type { ReactNode } from 'react'

import type { Denomination } from '#domain/money/cash.ts'
import { groupThousands, useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { CashRow } from '../../shift/ShiftPanel.tsx'
import { plainAmount } from '../../shift/report-document.ts'
import { Button } from '../../ui/Button.tsx'
import { Keypad } from '../../ui/Keypad.tsx'
import { Money } from '../../ui/Money.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { TOTAL_ROW, type DrawerCount } from './use-count.ts'

const CARD = 'rounded-3 border-1 border-line bg-surface'

export function CountSheet({ count, children }: { count: DrawerCount; children: ReactNode }) {
  const t = useText()
  const { currency, table, isTotal } = count
  const of = (kind: Denomination['kind']) => table.filter((one) => one.kind === kind)
  return (
    <div className="@container">
      <div className="grid items-start gap-3 @[37.5rem]:grid-cols-2">
        {isTotal ? (
          <Rows name={t('shift.total', { currency })}>
            <TotalRow count={count} />
          </Rows>
        ) : (
          <Rows name={t('shift.notes', { currency })}>
            {of('note').map((one) => (
              <CountRow key={one.value} count={count} denomination={one} />
            ))}
          </Rows>
        )}
        <div className="flex flex-col gap-4">
          {!isTotal && (
            <Rows name={t('shift.coins', { currency })}>
              {of('coin').map((one) => (
                <CountRow key={one.value} count={count} denomination={one} />
              ))}
            </Rows>
          )}
          {count.fillRestWithZero && <Button onClick={count.fillRestWithZero}>{t('shift.nothingElse')}</Button>}
          {children}
        </div>
      </div>
    </div>
  )
}

const Rows = ({ name, children }: { name: string; children: ReactNode }) => (
  <section aria-label={name}>
    <h2 className="mb-2 text-1 font-medium text-ink-2">{name}</h2>
    <ul className={`divide-y divide-line overflow-hidden ${CARD}`}>{children}</ul>
  </section>
)

const INPUT =
  'h-[3rem] w-[5.5rem] shrink-0 rounded-2 bg-surface px-3 text-end text-4 font-semibold text-ink outline-none focus:border-solid focus:border-act focus:shadow-act'
const COUNTED = `${INPUT} border-1 border-line-strong`
const NOT_YET = `${INPUT} border-1 border-dashed border-line-strong`

function CountRow({ count, denomination: { value, kind } }: { count: DrawerCount; denomination: Denomination }) {
  const t = useText()
  const isActive = count.active === value
  const isCounted = count.isCounted(value)
  const face = groupThousands(value)
  return (
    <li
      className={`flex min-h-[64px] items-center gap-3 px-4 ${isActive ? 'bg-act-tint' : ''}`}
      onClick={() => count.choose(value)}
    >
      <span
        aria-hidden
        className={`grid h-[2.25rem] shrink-0 place-items-center border-1 border-line-strong bg-sunken text-1 font-semibold ${kind === 'note' ? 'w-[4rem] rounded-1' : 'mx-[10px] min-w-[2.75rem] rounded-full px-1'}`}
      >
        {face}
      </span>
      <span aria-hidden className="text-ink-2">
        ×
      </span>
      <CountInput count={count} row={value} label={t(`shift.countOf.${kind}`, { value: face })} />
      <span className={`min-w-0 flex-1 text-end ${isCounted ? 'font-semibold' : 'text-ink-2'}`}>
        {isCounted ? <bdi>{plainAmount(count.worth(value))}</bdi> : t('shift.notYet')}
      </span>
    </li>
  )
}

function TotalRow({ count }: { count: DrawerCount }) {
  const t = useText()
  return (
    <li className="flex min-h-bar items-center gap-3 p-4">
      <CountInput count={count} row={TOTAL_ROW} label={t('shift.total', { currency: count.currency })} />
    </li>
  )
}

/** Filled by the on-screen keypad or a keyboard; `inputMode` hides a phone's own keyboard. */
function CountInput({ count, row, label }: { count: DrawerCount; row: string; label: string }) {
  const isFirst = count.active === row
  return (
    <input
      ref={count.inputOf(row)}
      className={count.isCounted(row) ? COUNTED : NOT_YET}
      aria-label={label}
      inputMode="none"
      autoComplete="off"
      dir="ltr"
      autoFocus={isFirst}
      value={count.textOf(row)}
      onFocus={() => count.activate(row)}
      onChange={(event) => count.write(row, event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        count.next()
      }}
    />
  )
}

type CountPanelProps = {
  count: DrawerCount
  action: string
  pending: boolean
  onAction: () => void
  children?: ReactNode
}

export function CountPanel({ count, action, pending, onAction, children }: CountPanelProps) {
  const t = useText()
  const formats = useFormats()
  const { missing, nextRow, active, isTotal } = count
  const nameOf = (row: string) => (row === TOTAL_ROW ? t('shift.sum') : groupThousands(row))
  return (
    <SidePanel
      label={action}
      foot={
        <>
          <Keypad onDigit={count.digit} onDelete={count.remove} onClear={count.clear} onDecimal={count.decimal} />
          <Button
            ref={count.actionRef}
            variant="primary"
            size="xl"
            amount=""
            pending={pending}
            blocked={missing.length > 0 ? t('shift.left', { action, count: missing.length }) : undefined}
            onBlocked={count.next}
            onClick={onAction}
          >
            {action}
          </Button>
        </>
      }
    >
      <section className={`p-4 ${CARD}`} aria-label={t('shift.soFar')}>
        <dl>
          {!isTotal && (
            <>
              <CashRow label={t('shift.noteSum')}>{formats.money(count.sumOf(['note']))}</CashRow>
              <CashRow label={t('shift.coinSum')}>{formats.money(count.sumOf(['coin']))}</CashRow>
            </>
          )}
          <div className="mt-2 flex min-h-hit flex-wrap items-center justify-between gap-x-2 border-t border-dashed border-line-strong pt-2">
            <dt className="text-3 font-semibold">{t('shift.soFar')}</dt>
            <dd className="ms-auto">
              <Money money={count.sumOf(['note', 'coin'])} size="total" />
            </dd>
          </div>
        </dl>
      </section>
      {children}
      <div className="mt-auto flex min-h-bar items-center gap-3">
        <div className="min-w-0 flex-1">
          <span className="block text-1 text-ink-2">{t('shift.counting')}</span>
          <b className="font-semibold">{nameOf(active)}</b>
        </div>
        {nextRow !== undefined && (
          <Button variant="tint" size="lg" keyCap="Enter" onClick={count.next}>
            {t('shift.next', { name: nameOf(nextRow) })}
          </Button>
        )}
      </div>
    </SidePanel>
  )
}
