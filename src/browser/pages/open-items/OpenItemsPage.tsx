import { useQuery } from '@tanstack/react-query'
import { Check, CircleCheck, CircleHelp, ReceiptText, RefreshCw, UserRound } from 'lucide-react'
import { useState } from 'react'

import type { SaleListPage } from '#api/sales.ts'
import { sorted } from '#domain/in-order.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { openItemsQuery } from '../../api/sale-lists.ts'
import { isPracticing, sessionQuery } from '../../api/session.ts'
import { useAcknowledgeSales, usePollSales } from '../../api/sale-steps.ts'
import { useIsAnswering, useServerNow } from '../../api/status.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { formatSaleNumber } from '../../i18n/formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { nextPollOf } from '../../sale/next-poll.ts'
import { Async } from '../../ui/Async.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { Select } from '../../ui/Select.tsx'
import { isPolled } from './OpenItemAction.tsx'
import {
  groupOpenItems,
  OpenItemsTable,
  SECTION_ICONS,
  type OpenItemGroup,
  type OpenItemSection,
} from './OpenItemsTable.tsx'

const EVERYONE = ''

export default function OpenItemsPage() {
  const t = useText()
  const { isSupervisor } = useCurrentUser()
  const list = useQuery(openItemsQuery)
  const [section, setSection] = useState<OpenItemSection>()
  const [cashier, setCashier] = useState(EVERYONE)
  // Opening the updates marks them as seen, but they stay until the person leaves the page.
  const [opened, setOpened] = useState<Sale[]>()
  const acknowledge = useAcknowledgeSales()

  const listed = list.data?.sales ?? []
  const sales = listed.filter((sale) => cashier === EVERYONE || sale.cashier.id === cashier)
  const groups = groupOpenItems(sales, isSupervisor)
  const open = groups.filter((group) => group.section !== 'updates')
  const unread = groups.find((group) => group.section === 'updates')?.sales ?? []
  const shown = open.filter((group) => section === undefined || group.section === section)
  const updates = opened && section === undefined ? [{ section: 'updates' as const, sales: opened }] : []

  return (
    <PageLayout
      title={t('openItems.title')}
      note={t('openItems.lead')}
      actions={
        <>
          <CashierSelect sales={listed} value={cashier} onChange={setCashier} />
          <CheckAllButton sales={sales} />
        </>
      }
    >
      <Async query={list} loading="openItems.loading">
        {({ unreadable }) => (
          <>
            {unreadable && <Unreadable {...unreadable} />}
            {open.length > 0 && <SectionChips groups={open} section={section} onChange={setSection} />}
            {shown.length + updates.length > 0 ? (
              <OpenItemsTable groups={[...shown, ...updates]} />
            ) : (
              !unreadable && <NothingOpen />
            )}
            {unread.length > 0 && !opened && (
              <div className="mt-auto flex min-h-hit flex-wrap items-center justify-between gap-x-3">
                <span role="status" className="inline-flex items-center gap-2 text-ink-2">
                  <Check size={20} aria-hidden /> {t('openItems.updates', { count: unread.length })}
                </span>
                <Button
                  variant="tint"
                  onClick={() => {
                    setOpened(unread)
                    setSection(undefined)
                    acknowledge.mutate(unread.map(({ id }) => id))
                  }}
                >
                  {t('openItems.showUpdates')}
                </Button>
              </div>
            )}
          </>
        )}
      </Async>
    </PageLayout>
  )
}

type SectionChipsProps = {
  groups: readonly OpenItemGroup[]
  section: OpenItemSection | undefined
  onChange: (section: OpenItemSection | undefined) => void
}

function SectionChips({ groups, section, onChange }: SectionChipsProps) {
  const t = useText()
  const all = groups.reduce((sum, { sales }) => sum + sales.length, 0)
  return (
    <div role="group" aria-label={t('openItems.show')} className="flex flex-wrap gap-2">
      <Chip isSelected={section === undefined} count={all} onClick={() => onChange(undefined)}>
        {t('salesList.group.all')}
      </Chip>
      {groups.map((group) => (
        <Chip
          key={group.section}
          icon={SECTION_ICONS[group.section]}
          isSelected={group.section === section}
          count={group.sales.length}
          onClick={() => onChange(group.section)}
        >
          {t(`openItems.section.${group.section}`)}
        </Chip>
      ))}
    </div>
  )
}

function Unreadable({ sales, batches }: NonNullable<SaleListPage['unreadable']>) {
  const t = useText()
  const { data: isPractice = false } = useQuery({ ...sessionQuery, select: isPracticing })
  const list = new Intl.ListFormat(useLocale(), { type: 'unit' })
  const listOf = (numbers: readonly number[]) =>
    list.format(numbers.map((number) => formatSaleNumber({ number, ...(isPractice && { isPractice }) })))
  return (
    <Notice tone="unk" role="status" icon={<CircleHelp size={24} aria-hidden />} heading={t('openItems.unreadable')}>
      {sales.length > 0 && <p>{t('openItems.unreadable.sales', { numbers: listOf(sales) })}</p>}
      {batches.length > 0 && <p>{t('openItems.unreadable.batches', { numbers: listOf(batches) })}</p>}
      <p>{t('openItems.unreadable.next')}</p>
    </Notice>
  )
}

function NothingOpen() {
  const t = useText()
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-4 p-5 text-center">
      <CircleCheck className="text-ink-2" size={56} strokeWidth={1.6} aria-hidden />
      <h2 className="text-6 tracking-2">{t('openItems.empty')}</h2>
      <p className="max-w-[56ch] text-3 text-ink-2">{t('openItems.emptyNext')}</p>
      <ButtonLink size="lg" icon={ReceiptText} to={paths.sales()}>
        {t('salesList.allToday')}
      </ButtonLink>
    </div>
  )
}

type CashierSelectProps = { sales: readonly Sale[]; value: string; onChange: (cashier: string) => void }

/** Hidden if there is only one cashier. */
function CashierSelect({ sales, value, onChange }: CashierSelectProps) {
  const t = useText()
  const { compare } = new Intl.Collator(useLocale())
  const cashiers = new Map(sales.map(({ cashier }) => [cashier.id, cashier.name]))
  if (cashiers.size < 2 && value === EVERYONE) return null
  return (
    <Select
      aria-label={t('salesList.cashiers')}
      icon={UserRound}
      value={value}
      options={[
        { value: EVERYONE, text: t('openItems.everyone') },
        ...sorted(
          [...cashiers].map(([id, name]) => ({ value: id, text: name })),
          (a, b) => compare(a.text, b.text),
        ),
      ]}
      onChange={onChange}
    />
  )
}

function CheckAllButton({ sales }: { sales: readonly Sale[] }) {
  const t = useText()
  const now = useServerNow()
  const isAnswering = useIsAnswering()
  const { person, isSupervisor } = useCurrentUser()
  const poll = usePollSales()
  const mine = sales.filter((sale) => isPolled(sale) && (isSupervisor || person.id === sale.cashier.id))
  const due = mine.filter((sale) => nextPollOf(sale, now).canPollNow)
  if (mine.length < 2) return null
  return (
    <Button
      icon={RefreshCw}
      pending={poll.isPending}
      blocked={isAnswering && (due.length > 0 || poll.isPending) ? undefined : t('openItems.checkAll')}
      onClick={() => poll.mutate(due.map(({ id }) => id))}
    >
      {t('openItems.checkAll')}
    </Button>
  )
}
