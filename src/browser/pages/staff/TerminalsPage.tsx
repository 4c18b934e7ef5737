import { useQuery } from '@tanstack/react-query'
import { Ban, ClipboardCheck, MonitorSmartphone, ShoppingBasket, Store } from 'lucide-react'
import { useState } from 'react'

import type { TerminalEntry } from '#api/terminals.ts'
import { terminalsQuery, useRevokeTerminal, useSetKiosk, useSetSelfOrder } from '../../api/terminals.ts'
import { formatDate } from '../../i18n/format-time.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Async } from '../../ui/Async.tsx'
import { Tag } from '../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import { useFormatDate } from '../../shop-days.ts'
import { AdminLayout } from './AdminLayout.tsx'
import { DialogForm, FormProblem } from '../../ui/DialogForm.tsx'
import { DisplayDialog } from './DisplayDialog.tsx'
import { NewTerminalDialog } from './NewTerminalDialog.tsx'

const COLUMNS: Column<TerminalEntry>[] = [
  { id: 'name', header: 'terminals.name', cell: (terminal) => <Name terminal={terminal} /> },
  { id: 'person', header: 'terminals.person', cell: (terminal) => <Who terminal={terminal} /> },
  { id: 'lastSeen', header: 'terminals.lastSeen', cell: (terminal) => <LastSeen terminal={terminal} /> },
  {
    id: 'actions',
    header: 'staff.actions',
    hideHeader: true,
    align: 'end',
    cell: (terminal) => terminal.revokedAt === undefined && <Actions terminal={terminal} />,
  },
]

/** The enrolled browsers: who is there, which are kiosks, and the code for a new one. */
export default function TerminalsPage() {
  const t = useText()
  const terminals = useQuery(terminalsQuery)
  const [isAdding, setIsAdding] = useState(false)
  return (
    <AdminLayout
      page="terminals"
      actions={
        <>
          <ButtonLink icon={ClipboardCheck} to={paths.ready()}>
            {t('ready.title')}
          </ButtonLink>
          <Button variant="tint" icon={MonitorSmartphone} onClick={() => setIsAdding(true)}>
            {t('terminals.add')}
          </Button>
        </>
      }
    >
      <Async query={terminals} loading="staff.reading">
        {(entries) => (
          <Table
            label="terminals.title"
            columns={COLUMNS}
            rows={entries}
            empty="terminals.nobody"
            narrow="cards"
            size="lg"
          />
        )}
      </Async>
      {isAdding && <NewTerminalDialog onClose={() => setIsAdding(false)} />}
    </AdminLayout>
  )
}

type TerminalProps = { terminal: TerminalEntry }

function Name({ terminal: { name, createdAt, revokedAt, isThis, isKiosk, isSelfOrder, displays } }: TerminalProps) {
  const t = useText()
  return (
    <>
      <bdi className={`font-medium ${revokedAt === undefined ? '' : 'text-ink-2'}`}>{name}</bdi>
      <span className="block text-1 text-ink-2">
        {revokedAt === undefined
          ? t('terminals.since', { date: formatDate(createdAt) })
          : t('terminals.revokedSince', { date: formatDate(revokedAt) })}
      </span>
      <span className="flex flex-wrap gap-2 not-empty:mt-1">
        {isThis && <Tag>{t('terminals.this')}</Tag>}
        {isKiosk && <Tag icon={Store}>{t('terminals.kiosk')}</Tag>}
        {isSelfOrder && <Tag icon={ShoppingBasket}>{t('terminals.selfOrder')}</Tag>}
        {displays.length > 0 && <Tag icon={MonitorSmartphone}>{t('display.ofTill')}</Tag>}
        {revokedAt !== undefined && <Tag icon={Ban}>{t('terminals.revoked')}</Tag>}
      </span>
    </>
  )
}

function Who({ terminal: { person } }: TerminalProps) {
  const t = useText()
  return person ? <bdi>{person.name}</bdi> : <span className="text-ink-2">{t('terminals.nobody')}</span>
}

/** When somebody was last signed in there. Customers order at an order tablet without that. */
function LastSeen({ terminal: { lastSeenAt, isSelfOrder } }: TerminalProps) {
  const t = useText()
  const formatWhen = useFormatDate()
  return (
    <span className="whitespace-nowrap text-ink-2">
      {isSelfOrder ? t('terminals.noSignIn') : lastSeenAt === undefined ? t('staff.neverSeen') : formatWhen(lastSeenAt)}
    </span>
  )
}

function Actions({ terminal }: TerminalProps) {
  const t = useText()
  const [dialog, setDialog] = useState<'display' | 'kiosk' | 'self-order' | 'revoke'>()
  const kiosk = t(terminal.isKiosk ? 'terminals.kioskOff' : 'terminals.kioskOn')
  const selfOrder = t(terminal.isSelfOrder ? 'terminals.selfOrderOff' : 'terminals.selfOrderOn')
  const close = () => setDialog(undefined)
  return (
    <span className="inline-flex flex-wrap gap-2">
      {!terminal.isSelfOrder && (
        <>
          <Button aria-label={`${t('display.ofTill')}, ${terminal.name}`} onClick={() => setDialog('display')}>
            {t('display.ofTill')}
          </Button>
          <Button aria-label={`${kiosk}, ${terminal.name}`} onClick={() => setDialog('kiosk')}>
            {kiosk}
          </Button>
        </>
      )}
      {!terminal.isKiosk && (
        <Button aria-label={`${selfOrder}, ${terminal.name}`} onClick={() => setDialog('self-order')}>
          {selfOrder}
        </Button>
      )}
      <Button
        variant="danger"
        aria-label={`${t('terminals.revoke')}, ${terminal.name}`}
        onClick={() => setDialog('revoke')}
      >
        {t('terminals.revoke')}
      </Button>
      {dialog === 'display' && <DisplayDialog terminal={terminal} onClose={close} />}
      {dialog === 'kiosk' && <KioskDialog terminal={terminal} onClose={close} />}
      {dialog === 'self-order' && <SelfOrderDialog terminal={terminal} onClose={close} />}
      {dialog === 'revoke' && <RevokeDialog terminal={terminal} onClose={close} />}
    </span>
  )
}

type TerminalDialogProps = TerminalProps & { onClose: () => void }

/** Says what changes at a terminal that becomes a kiosk, or is one no longer. */
function KioskDialog({ terminal, onClose }: TerminalDialogProps) {
  const t = useText()
  const save = useSetKiosk(terminal.id)
  const { name } = terminal
  const isKiosk = terminal.isKiosk === true
  return (
    <DialogForm
      heading={t(isKiosk ? 'terminals.kioskOffName' : 'terminals.kioskOnName', { name })}
      action={t(isKiosk ? 'terminals.kioskOff' : 'terminals.kioskOn')}
      isPending={save.isPending}
      onSubmit={() => save.mutate(!isKiosk, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t(isKiosk ? 'terminals.kioskOffLead' : 'terminals.kioskOnLead')}</p>
      {terminal.isThis && !isKiosk && <p className="font-semibold">{t('terminals.kioskThis')}</p>}
      <FormProblem error={save.error} words={{ 'invalid-operation': 'terminals.gone' }} />
    </DialogForm>
  )
}

/** Says what changes at a terminal at which customers order from now on, or no longer. */
function SelfOrderDialog({ terminal, onClose }: TerminalDialogProps) {
  const t = useText()
  const save = useSetSelfOrder(terminal.id)
  const { name } = terminal
  const isOn = terminal.isSelfOrder === true
  return (
    <DialogForm
      heading={t(isOn ? 'terminals.selfOrderOffName' : 'terminals.selfOrderOnName', { name })}
      action={t(isOn ? 'terminals.selfOrderOff' : 'terminals.selfOrderOn')}
      isPending={save.isPending}
      onSubmit={() => save.mutate(!isOn, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t(isOn ? 'terminals.selfOrderOffLead' : 'terminals.selfOrderOnLead')}</p>
      {terminal.isThis && <p className="font-semibold">{t('terminals.selfOrderThis')}</p>}
      <FormProblem error={save.error} words={{ 'invalid-operation': 'terminals.selfOrderRefused' }} />
    </DialogForm>
  )
}

/** Says what becomes of the person who is there before a terminal is revoked. */
function RevokeDialog({ terminal, onClose }: TerminalDialogProps) {
  const t = useText()
  const revoke = useRevokeTerminal(terminal.id)
  const { name, person, isThis } = terminal
  return (
    <DialogForm
      heading={t('terminals.revokeName', { name })}
      action={t('terminals.revoke')}
      isPending={revoke.isPending}
      isDanger
      onSubmit={() => revoke.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('terminals.revokeLead')}</p>
      {isThis ? (
        <p className="font-semibold">{t('terminals.revokeThis')}</p>
      ) : (
        person && <p className="font-semibold">{t('terminals.revokePerson', { name: person.name })}</p>
      )}
      <FormProblem error={revoke.error} words={{ 'invalid-operation': 'terminals.gone' }} />
    </DialogForm>
  )
}
