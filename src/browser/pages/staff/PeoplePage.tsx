import { useQuery } from '@tanstack/react-query'
import { Ban, Check, Info, LockKeyhole, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router-dom'

import type { StaffEntry } from '#api/staff.ts'
import { compareDecimals, decimal, formatDecimal, money, type Money } from '#domain/money/money.ts'
import { hasPermission } from '#domain/person.ts'
import { catalogQuery } from '../../api/catalog.ts'
import { settingsQuery } from '../../api/settings.ts'
import { staffQuery } from '../../api/staff.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { ShareBar } from '../../report/Chart.tsx'
import { Async } from '../../ui/Async.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Tag } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { RowLink, Table, type Column } from '../../ui/Table.tsx'
import { useFocusBack } from '../../lib/use-focus-back.ts'
import { AdminLayout } from './AdminLayout.tsx'
import { AddDialog } from './PersonDialogs.tsx'
import { OfflineSnapshot, PersonPanel } from './PersonPanel.tsx'

const linkIdOf = (staffId: string) => `staff-${staffId}`

const COLUMNS: Column<StaffEntry>[] = [
  { id: 'name', header: 'staff.name', cell: Name },
  { id: 'perSale', header: 'staff.perSale', align: 'end', cell: PerSale },
  { id: 'soldToday', header: 'staff.soldToday', cell: SoldToday },
  { id: 'international', header: 'staff.international', cell: International },
  { id: 'atTill', header: 'staff.atTill', cell: OfflineSnapshot },
]

export default function PeoplePage() {
  const t = useText()
  const { staffId } = useParams()
  const staff = useQuery(staffQuery)
  const [isAdding, setIsAdding] = useState(false)
  useFocusBack(staffId && linkIdOf(staffId))
  const chosen = staff.data?.find(({ id }) => id === staffId)
  return (
    <AdminLayout
      page="staff"
      actions={
        <Button variant="tint" icon={UserPlus} onClick={() => setIsAdding(true)}>
          {t('staff.add')}
        </Button>
      }
      panel={chosen && <PersonPanel key={chosen.id} person={chosen} />}
    >
      <Async query={staff} loading="staff.reading">
        {(people) => (
          <>
            <Table
              label="staff.title"
              columns={COLUMNS}
              rows={people}
              empty="staff.reading"
              isSelected={({ id }) => id === staffId}
              narrow="cards"
              size="lg"
            />
            <p className="mt-auto flex items-center gap-2 text-1 text-ink-2">
              <Info className="shrink-0" size={18} aria-hidden />
              {t('staff.note')}
            </p>
            {isAdding && <AddDialog people={people} onClose={() => setIsAdding(false)} />}
          </>
        )}
      </Async>
    </AdminLayout>
  )
}

function Name(person: StaffEntry) {
  const t = useText()
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar id={person.id} name={person.name} size="md" />
      <span className="min-w-0 flex-1">
        <RowLink id={linkIdOf(person.id)} to={paths.person(person.id)}>
          <bdi>{person.name}</bdi>
        </RowLink>
        <span className="block text-1 text-ink-2">
          {t(person.isOwner ? 'staff.owner' : `shell.role.${person.role}`)}
        </span>
        <span className="flex flex-wrap gap-1 empty:hidden">
          {person.pinLock && <Tag icon={LockKeyhole}>{t('staff.pinLocked')}</Tag>}
          {person.disabledAt !== undefined && <Tag icon={Ban}>{t('staff.blocked')}</Tag>}
        </span>
      </span>
    </span>
  )
}

/** The limit per sale: the person's own, or the shop's if that one is lower or the only one. */
function PerSale({ limits: own }: StaffEntry) {
  const t = useText()
  const formats = useFormats()
  const { data: shop } = useQuery({ ...settingsQuery, select: ({ limits }) => limits })
  const isOfShop =
    shop?.perSale !== undefined &&
    (own?.perSale === undefined || compareDecimals(decimal(shop.perSale), decimal(own.perSale)) < 0)
  const limits = isOfShop ? shop : own
  // Do not show "no limit" before the shop's limits are read.
  if (shop === undefined && own?.perSale === undefined) return null
  if (limits?.perSale === undefined) return <span className="text-ink-2">{t('staff.noLimit')}</span>
  return (
    <>
      <bdi className="whitespace-nowrap">{formats.shortMoney(decimal(limits.perSale), limits.currency)}</bdi>
      {isOfShop && <span className="block text-1 text-ink-2">{t('staff.limitOfShop')}</span>}
    </>
  )
}

function International(person: StaffEntry) {
  const t = useText()
  const [Icon, text, look] = hasPermission(person, 'international')
    ? [Check, t('staff.allowed'), '']
    : [Ban, t('staff.notAllowed'), 'text-ink-2']
  return (
    <span className={`inline-flex items-center gap-2 align-bottom whitespace-nowrap ${look}`}>
      <Icon size={18} aria-hidden />
      {text}
    </span>
  )
}

/** Today's sales and, if there is a daily limit, how much of it is used, which is a different figure. */
function SoldToday({ limits, soldToday, usedToday }: StaffEntry) {
  const t = useText()
  const formats = useFormats()
  const list = new Intl.ListFormat(useLocale(), { type: 'unit' })
  const { data: currency } = useQuery({ ...catalogQuery, select: ({ currency }) => currency })
  const short = ({ amount, currency }: Money) => formats.shortMoney(decimal(amount), currency)
  const sold = soldToday.count > 0 ? soldToday.amount : currency === undefined ? [] : [money(decimal(0), currency)]
  const total = (
    <bdi className={`whitespace-nowrap ${soldToday.count === 0 ? 'text-ink-2' : ''}`}>
      {list.format(sold.map(formats.money))}
    </bdi>
  )
  if (limits?.perDay === undefined) return total
  const limit = money(decimal(limits.perDay), limits.currency)
  // Includes every sale unless it is proven that it moved no money.
  const used = usedToday.pays.find((pays) => pays.currency === limit.currency) ?? money(decimal(0), limit.currency)
  return (
    // The bars of all people have the width of the column, so they can be compared.
    <span className="block min-w-[136px]">
      {total}
      <span className="block text-1 text-ink-2">{t('staff.usedOf', { used: short(used), limit: short(limit) })}</span>
      <ShareBar percent={percentOf(used, limit)} />
    </span>
  )
}

function percentOf(used: Money, limit: Money): number {
  const [part, whole] = [decimal(used.amount), decimal(limit.amount)]
  if (compareDecimals(part, whole) >= 0) return 100
  return (Number(formatDecimal(part)) / Number(formatDecimal(whole))) * 100
}
