import { useQuery } from '@tanstack/react-query'
import { Ban, ClipboardCheck, MonitorSmartphone, ShoppingBasket, Store } from 'lucide-react'
import { useState } from 'react'

import type { TerminalEntry } from '#api/terminals.ts'
import { terminalsQuery, useRevokeTerminal, useSetTerminalKind } from '../../api/terminals.ts'
import { formatDate } from '../../i18n/format-time.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Async } from '../../ui/Async.tsx'
import { Tag } from '../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Table, type Column } from '../../ui/Table.tsx'
import { useFormatDate } from '../../lib/shop-days.ts'
import { AdminLayout } from './AdminLayout.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'
import { DisplayDialog } from './DisplayDialog.tsx'
import { NewTerminalDialog } from './NewTerminalDialog.tsx'

const COLUMNS: Column<TerminalEntry>[] = [
  { id: 'name', header: 'terminals.name', cell: Name },
  { id: 'person', header: 'terminals.person', cell: Who },
  { id: 'lastSeen', header: 'terminals.lastSeen', cell: OfflineSnapshot },
  { id: 'actions', header: 'staff.actions', hideHeader: true, align: 'end', cell: Actions },
]

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

function Name({ name, createdAt, revokedAt, isThis, isKiosk, isSelfOrder, displays }: TerminalEntry) {
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

function Who({ person }: TerminalEntry) {
  const t = useText()
  return person ? <bdi>{person.name}</bdi> : <span className="text-ink-2">{t('terminals.nobody')}</span>
}

/** When someone was last signed in. Order tablets have no sign-in. */
function OfflineSnapshot({ lastSeenAt, isSelfOrder }: TerminalEntry) {
  const t = useText()
  const formatWhen = useFormatDate()
  return (
    <span className="whitespace-nowrap text-ink-2">
      {isSelfOrder ? t('terminals.noSignIn') : lastSeenAt === undefined ? t('staff.neverSeen') : formatWhen(lastSeenAt)}
    </span>
  )
}

function Actions(terminal: TerminalEntry) {
  const t = useText()
  const [dialog, setDialog] = useState<'display' | 'kiosk' | 'selfOrder' | 'revoke'>()
  const { name, isKiosk, isSelfOrder, revokedAt } = terminal
  if (revokedAt !== undefined) return null
  const close = () => setDialog(undefined)
  const buttons = [
    ...(isSelfOrder
      ? []
      : ([
          ['display', 'display.ofTill'],
          ['kiosk', isKiosk ? 'terminals.kioskOff' : 'terminals.kioskOn'],
        ] as const)),
    ...(isKiosk ? [] : [['selfOrder', isSelfOrder ? 'terminals.selfOrderOff' : 'terminals.selfOrderOn'] as const]),
    ['revoke', 'terminals.revoke'],
  ] as const
  return (
    <span className="inline-flex flex-wrap gap-2">
      {buttons.map(([action, text]) => (
        <Button
          key={action}
          variant={action === 'revoke' ? 'danger' : 'secondary'}
          aria-label={`${t(text)}, ${name}`}
          onClick={() => setDialog(action)}
        >
          {t(text)}
        </Button>
      ))}
      {dialog === 'display' && <DisplayDialog terminal={terminal} onClose={close} />}
      {(dialog === 'kiosk' || dialog === 'selfOrder') && (
        <KindDialog terminal={terminal} kind={dialog} onClose={close} />
      )}
      {dialog === 'revoke' && <RevokeDialog terminal={terminal} onClose={close} />}
    </span>
  )
}

type TerminalDialogProps = { terminal: TerminalEntry; onClose: () => void }

function KindDialog({ terminal, kind, onClose }: TerminalDialogProps & { kind: 'kiosk' | 'selfOrder' }) {
  const t = useText()
  const save = useSetTerminalKind(terminal.id, kind)
  const isOn = terminal[kind === 'kiosk' ? 'isKiosk' : 'isSelfOrder'] === true
  const turn = `terminals.${kind}${isOn ? 'Off' : 'On'}` as const
  return (
    <DialogForm
      heading={t(`${turn}Name`, { name: terminal.name })}
      action={t(turn)}
      sending={save}
      words={{ 'invalid-operation': kind === 'kiosk' ? 'terminals.gone' : 'terminals.selfOrderRefused' }}
      onSubmit={() => save.mutate(!isOn, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t(`${turn}Lead`)}</p>
      {terminal.isThis && turn !== 'terminals.kioskOff' && (
        <p className="font-semibold">{t(`terminals.${kind}This`)}</p>
      )}
    </DialogForm>
  )
}

function RevokeDialog({ terminal: { id, name, person, isThis }, onClose }: TerminalDialogProps) {
  const t = useText()
  const revoke = useRevokeTerminal(id)
  return (
    <DialogForm
      heading={t('terminals.revokeName', { name })}
      action={t('terminals.revoke')}
      sending={revoke}
      words={{ 'invalid-operation': 'terminals.gone' }}
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
    </DialogForm>
  )
}
