import { useQuery } from '@tanstack/react-query'
import { BookOpen, LockKeyholeOpen } from 'lucide-react'
import { useState } from 'react'
import { Navigate } from 'react-router-dom'

import type { OpenShiftAnswer } from '#api/shifts.ts'
import { reversed } from '#domain/in-order.ts'
import type { DrawerMovement } from '#domain/reports/shift.ts'
import { sessionQuery } from '../../api/session.ts'
import { drawerQuery, useOpenShift } from '../../api/shifts.ts'
import { formatTime } from '../../i18n/format-time.ts'
import { shortName } from '../../lib/current-user.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { NotFound } from '../../NotFound.tsx'
import { paths } from '../../paths.ts'
import { MovementDialog } from '../../shift/ShiftDialogs.tsx'
import { ShiftPanel } from '../../shift/ShiftPanel.tsx'
import { Async, Problem } from '../../ui/Async.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import { CountPanel, CountSheet } from './CountSheet.tsx'
import { useCount } from './use-count.ts'

export default function ShiftPage() {
  const t = useText()
  const { data: hasDrawer } = useQuery({ ...sessionQuery, select: ({ settings }) => settings?.drawer === true })
  const drawer = useQuery({ ...drawerQuery(), enabled: hasDrawer === true })
  if (hasDrawer === false) return <NotFound />
  const { data } = drawer
  if (data?.shift?.comparison) return <Navigate to={paths.closeShift()} replace />
  if (data?.shift) return <OpenShiftPage shift={data.shift} />
  if (data?.currency !== undefined) return <FloatPage currency={data.currency} />
  return (
    <PageLayout title={t('shift.title')}>
      <Async query={drawer} loading="shift.reading">
        {() => <Notice tone="info">{t('shift.noCurrency')}</Notice>}
      </Async>
    </PageLayout>
  )
}

function FloatPage({ currency }: { currency: string }) {
  const t = useText()
  const count = useCount(currency)
  const open = useOpenShift()
  return (
    <PageLayout
      title={t('shift.open')}
      panel={
        <CountPanel
          count={count}
          action={t('shift.open')}
          pending={open.isPending}
          onAction={() => open.mutate(count.body())}
        >
          <Problem error={open.error} />
        </CountPanel>
      }
    >
      <CountSheet count={count}>
        <Notice tone="info" icon={<BookOpen size={24} aria-hidden />} heading={t('shift.float')}>
          {t('shift.float.next')}
        </Notice>
      </CountSheet>
    </PageLayout>
  )
}

function OpenShiftPage({ shift }: { shift: OpenShiftAnswer }) {
  const t = useText()
  const [isOpening, setIsOpening] = useState(false)
  return (
    <PageLayout
      title={t('shift.title')}
      actions={
        <Button icon={LockKeyholeOpen} onClick={() => setIsOpening(true)}>
          {t('shift.openDrawer')}
        </Button>
      }
      panel={<ShiftPanel />}
    >
      <Table
        label="shift.movements"
        columns={COLUMNS}
        rows={reversed(shift.movements)}
        empty="shift.movements.none"
        narrow="cards"
      />
      {isOpening && <MovementDialog shift={shift} kind="no-sale" onClose={() => setIsOpening(false)} />}
    </PageLayout>
  )
}

const COLUMNS: Column<DrawerMovement>[] = [
  { id: 'time', header: 'shift.movements.time', width: 'fit', cell: ({ at }) => formatTime(at) },
  { id: 'what', header: 'shift.movements.what', width: 'fit', cell: MovementName },
  { id: 'reason', header: 'shift.movements.reason', width: 'half', cell: ({ reason }) => <bdi>{reason}</bdi> },
  { id: 'by', header: 'shift.movements.by', width: 'fit', cell: ({ by }) => <bdi>{shortName(by.name)}</bdi> },
  { id: 'amount', header: 'shift.movements.amount', align: 'end', cell: Amount },
]

function MovementName({ kind }: DrawerMovement) {
  return useText()(`shift.movement.${kind}`)
}

function Amount({ kind, amount }: DrawerMovement) {
  const formats = useFormats()
  if (!amount) return null
  return (
    <bdi className="font-semibold whitespace-nowrap">
      {kind === 'out' ? '−' : ''}
      {formats.money(amount)}
    </bdi>
  )
}
