import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { PersonShop, StaffEntry } from '#api/staff.ts'
import { decimal } from '#domain/money/money.ts'
import { PIN_LENGTH, type Role } from '#domain/person.ts'
import { findHiddenCharacter, isSameName, isReadable } from '#domain/text/typed-text.ts'
import { settingsQuery } from '../../api/settings.ts'
import {
  personShopsQuery,
  staffQuery,
  useAddStaff,
  useDisableStaff,
  useEnableStaff,
  useSetLimits,
  useSetPin,
} from '../../api/staff.ts'
import { catalogQuery } from '../../api/catalog.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { validateNewPin } from '../../lib/new-pin.ts'
import { Secret } from '../../lib/secret.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NameField } from '../../ui/Field.tsx'
import { NewPinFields, NO_NEW_PIN } from '../../ui/NewPinFields.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Radios } from '../../ui/Radios.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'
import { useSharedForm } from '../../settings/use-shared-form.ts'
import { LimitFields, readLimits, textsOf } from './LimitFields.tsx'

const ROLES: readonly Role[] = ['cashier', 'supervisor']

export function AddDialog({ people, onClose }: { people: readonly StaffEntry[]; onClose: () => void }) {
  const t = useText()
  const add = useAddStaff()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('cashier')
  const [newPin, setNewPin] = useState(NO_NEW_PIN)
  const pin = validateNewPin(newPin, PIN_LENGTH[role])
  const isTaken = people.some((other) => isSameName(other.name, name))
  const missing = findHiddenCharacter(name)
    ? 'text.hidden'
    : !isReadable(name)
      ? 'staff.nameMissing'
      : isTaken
        ? 'staff.nameTaken'
        : pin.missing
  return (
    <DialogForm
      heading={t('staff.add')}
      action={t('staff.addDo')}
      missing={missing && t(missing)}
      sending={add}
      words={{ 'invalid-operation': 'staff.addRefused' }}
      onSubmit={() => add.mutate({ name: name.trim(), role, pin: new Secret(newPin.pin) }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <NameField
        label={t('staff.name')}
        name={name}
        problem={isTaken ? t('staff.nameTaken') : undefined}
        onType={setName}
      />
      <Radios
        label={t('staff.role')}
        options={ROLES.map((value) => ({ value, text: t(`shell.role.${value}`), hint: t(`staff.role.${value}.hint`) }))}
        value={role}
        onChange={setRole}
      />
      <NewPinFields
        entry={newPin}
        length={PIN_LENGTH[role]}
        problem={pin.weakness && t(pin.weakness)}
        onChange={setNewPin}
      />
    </DialogForm>
  )
}

type PersonDialogProps = { person: StaffEntry; isMe: boolean; onClose: () => void }

export function PinDialog({ person, isMe, onClose }: PersonDialogProps) {
  const t = useText()
  const save = useSetPin(person.id)
  const [newPin, setNewPin] = useState(NO_NEW_PIN)
  const { weakness, missing } = validateNewPin(newPin, PIN_LENGTH[person.role])
  if (save.data?.notHeard) return <NotHeard names={save.data.notHeard} text="personShops.notHeard" onClose={onClose} />
  return (
    <DialogForm
      heading={t('staff.newPinFor', { name: person.name })}
      action={t('staff.setPin')}
      missing={missing && t(missing)}
      sending={save}
      words={{ 'invalid-operation': 'staff.pinRefused' }}
      onSubmit={() =>
        save.mutate(new Secret(newPin.pin), { onSuccess: ({ notHeard }) => notHeard === undefined && onClose() })
      }
      onClose={onClose}
    >
      <p className="text-ink-2">{t(isMe ? 'staff.newPinOwn' : 'staff.newPinLead')}</p>
      <NewPinFields
        entry={newPin}
        length={PIN_LENGTH[person.role]}
        problem={weakness && t(weakness)}
        onChange={setNewPin}
      />
    </DialogForm>
  )
}

export function BlockDialog({ person, isMe, onClose }: PersonDialogProps) {
  const t = useText()
  const disable = useDisableStaff(person.id)
  const enable = useEnableStaff(person.id)
  const isBlocked = person.disabledAt !== undefined
  const change = isBlocked ? enable : disable
  const { name } = person
  const { data: isElsewhere = false } = useQuery({ ...personShopsQuery(person.id), select: isInOne })
  const [everywhere, setEverywhere] = useState(false)
  if (disable.data?.notHeard)
    return <NotHeard names={disable.data.notHeard} text="personShops.notBlocked" onClose={onClose} />
  const onSubmit = () => {
    if (isBlocked) return enable.mutate(undefined, { onSuccess: onClose })
    disable.mutate(everywhere ? { everywhere } : undefined, {
      onSuccess: ({ notHeard }) => notHeard === undefined && onClose(),
    })
  }
  return (
    <DialogForm
      heading={t(isBlocked ? 'staff.unblockName' : 'staff.blockName', { name })}
      action={t(isBlocked ? 'staff.unblock' : 'staff.block')}
      missing={isMe ? t('staff.notYourself') : undefined}
      sending={change}
      words={{ 'invalid-operation': isBlocked ? 'staff.unblockRefused' : 'staff.blockRefused' }}
      isDanger={!isBlocked}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <p>{t(isBlocked ? 'staff.unblockLead' : 'staff.blockLead', { name })}</p>
      {isElsewhere && !isBlocked && (
        <Switch isOn={everywhere} onChange={setEverywhere}>
          {t('personShops.everywhere')}
        </Switch>
      )}
    </DialogForm>
  )
}

const isInOne = (shops: readonly PersonShop[]) => shops.some((shop) => shop.state === 'read' && shop.role !== undefined)

type NotHeardProps = {
  names: readonly string[]
  text: 'personShops.notHeard' | 'personShops.notBlocked'
  onClose: () => void
}

/** The change was made in this shop; the named shops must be notified again. */
function NotHeard({ names, text, onClose }: NotHeardProps) {
  const t = useText()
  const list = new Intl.ListFormat(useLocale(), { type: 'unit' })
  return (
    <Dialog
      heading={t('personShops.title')}
      actions={
        <Button size="lg" variant="primary" onClick={onClose}>
          {t('personShops.done')}
        </Button>
      }
      onClose={onClose}
    >
      <Notice tone="info" role="alert">
        {t(text, { names: list.format(names) })}
      </Notice>
    </Dialog>
  )
}

type PersonLimitsProps = { person: StaffEntry; formId: string; limits: ReturnType<typeof usePersonLimits> }

export function PersonLimits({ person, formId, limits: { currency, other, draft, set, onSubmit } }: PersonLimitsProps) {
  const t = useText()
  const formats = useFormats()
  const { data: shop } = useQuery({ ...settingsQuery, select: (settings) => settings.limits })
  if (currency === undefined) return null
  const used = person.usedToday.pays.find((pays) => pays.currency === currency)
  const amount = (value: string) => formats.shortMoney(decimal(value), currency)
  return (
    <form
      id={formId}
      aria-label={t('limits.of', { name: person.name })}
      className="flex flex-col gap-3"
      onSubmit={onSubmit}
    >
      {person.hasUnreadableLimits && <Notice tone="info">{t('limits.unreadable')}</Notice>}
      {other !== undefined && <Notice tone="info">{t('limits.otherCurrency', { other, currency })}</Notice>}
      <LimitFields
        texts={draft}
        currency={currency}
        remarks={{
          perSale:
            shop?.perSale !== undefined && shop.currency === currency
              ? t('limits.ofShop', { amount: amount(shop.perSale) })
              : undefined,
          perDay: used && t('limits.usedToday', { amount: amount(used.amount) }),
        }}
        onType={set}
      />
    </form>
  )
}

export function usePersonLimits(person: StaffEntry) {
  const { data: currency } = useQuery({ ...catalogQuery, select: ({ currency }) => currency })
  const save = useSetLimits(person.id)
  const form = useSharedForm(
    person.limits ?? null,
    textsOf,
    (client) => client.getQueryData(staffQuery.queryKey)?.find(({ id }) => id === person.id)?.limits ?? null,
  )
  const limits = currency === undefined ? undefined : readLimits(form.draft, currency)
  const other = person.limits && person.limits.currency !== currency ? person.limits.currency : undefined
  const isChanged = form.isChanged || person.hasUnreadableLimits === true || other !== undefined
  const onSubmit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    if (limits === undefined || !isChanged || save.isPending) return
    save.mutate({ limits, expected: form.seen }, form.settling(limits))
  }
  return { ...form, currency, other, save, hasProblem: limits === undefined, isChanged, onSubmit }
}
