import { useState } from 'react'

import type { StaffEntry } from '#contract/proxy/staff.ts'
import { PIN_LENGTH, type Role } from '#domain/person.ts'
import { findHiddenCharacter, foldText, isReadable } from '#domain/typed-text.ts'
import { useAddStaff, useDisableStaff, useEnableStaff, useSetPin } from '../../api/staff.ts'
import { useText } from '../../i18n/use-text.ts'
import { Secret } from '../../secret.ts'
import { NameField } from '../../NameField.tsx'
import { findNewPinProblem, NewPinFields, NO_NEW_PIN } from '../../ui/NewPinFields.tsx'
import { Radios } from '../../ui/Radios.tsx'
import { DialogForm, FormProblem } from './DialogForm.tsx'

const ROLES: readonly Role[] = ['cashier', 'supervisor']

type AddDialogProps = { people: readonly StaffEntry[]; onClose: () => void }

/** Adds a person. What was typed stays when it is refused. */
export function AddDialog({ people, onClose }: AddDialogProps) {
  const t = useText()
  const add = useAddStaff()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('cashier')
  const [newPin, setNewPin] = useState(NO_NEW_PIN)
  const isTaken = people.some((other) => foldText(other.name) === foldText(name))
  const pinProblem = findNewPinProblem(newPin, PIN_LENGTH[role])
  const missing = findHiddenCharacter(name)
    ? 'text.hidden'
    : !isReadable(name)
      ? 'staff.nameMissing'
      : isTaken
        ? 'staff.nameTaken'
        : pinProblem && (`staff.pinMissing.${pinProblem}` as const)
  return (
    <DialogForm
      heading={t('staff.add')}
      action={t('staff.addDo')}
      missing={missing && t(missing)}
      isPending={add.isPending}
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
      <NewPinFields entry={newPin} length={PIN_LENGTH[role]} onChange={setNewPin} />
      <FormProblem error={add.error} words={{ 'invalid-operation': 'staff.addRefused' }} />
    </DialogForm>
  )
}

type PersonDialogProps = { person: StaffEntry; isMe: boolean; onClose: () => void }

/** A new PIN for a person: the one they had stops working. */
export function PinDialog({ person, isMe, onClose }: PersonDialogProps) {
  const t = useText()
  const save = useSetPin(person.id)
  const [newPin, setNewPin] = useState(NO_NEW_PIN)
  const problem = findNewPinProblem(newPin, PIN_LENGTH[person.role])
  return (
    <DialogForm
      heading={t('staff.newPinFor', { name: person.name })}
      action={t('staff.setPin')}
      missing={problem && t(`staff.pinMissing.${problem}`)}
      isPending={save.isPending}
      onSubmit={() => save.mutate(new Secret(newPin.pin), { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="text-ink-2">{t(isMe ? 'staff.newPinOwn' : 'staff.newPinLead')}</p>
      <NewPinFields entry={newPin} length={PIN_LENGTH[person.role]} onChange={setNewPin} />
      <FormProblem error={save.error} words={{ 'invalid-operation': 'staff.pinRefused' }} />
    </DialogForm>
  )
}

/** Says what it means before a person is blocked, or let in again. */
export function BlockDialog({ person, isMe, onClose }: PersonDialogProps) {
  const t = useText()
  const disable = useDisableStaff(person.id)
  const enable = useEnableStaff(person.id)
  const isBlocked = person.disabledAt !== undefined
  const change = isBlocked ? enable : disable
  const { name } = person
  return (
    <DialogForm
      heading={t(isBlocked ? 'staff.unblockName' : 'staff.blockName', { name })}
      action={t(isBlocked ? 'staff.unblock' : 'staff.block')}
      missing={isMe ? t('staff.notYourself') : undefined}
      isPending={change.isPending}
      isDanger={!isBlocked}
      onSubmit={() => change.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t(isBlocked ? 'staff.unblockLead' : 'staff.blockLead', { name })}</p>
      <FormProblem
        error={change.error}
        words={{ 'invalid-operation': isBlocked ? 'staff.unblockRefused' : 'staff.blockRefused' }}
      />
    </DialogForm>
  )
}
