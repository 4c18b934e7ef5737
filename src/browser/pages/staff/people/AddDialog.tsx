import { useId, useState } from 'react'

import type { StaffEntry } from '#contract/proxy/staff.ts'
import type { Role } from '#domain/person.ts'
import { findHiddenCharacter, foldText, isReadable } from '#domain/typed-text.ts'
import { useAddStaff } from '../../../api/staff.ts'
import { useText } from '../../../i18n/use-text.ts'
import { findPinProblem, NO_PIN } from '../../../pin-entry.ts'
import { Secret } from '../../../secret.ts'
import { PinPair } from '../../../PinPair.tsx'
import { ChoiceRow } from '../ChoiceRow.tsx'
import { DialogForm } from '../DialogForm.tsx'
import { NameField } from '../../../NameField.tsx'
import { FormProblem } from '../FormProblem.tsx'

const ROLES: readonly Role[] = ['cashier', 'supervisor']

type AddDialogProps = { people: readonly StaffEntry[]; onClose: () => void }

/** Somebody new. What was typed stays when it is refused. */
export function AddDialog({ people, onClose }: AddDialogProps) {
  const t = useText()
  const roleId = useId()
  const add = useAddStaff()
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('cashier')
  const [pins, setPins] = useState(NO_PIN)
  const isTaken = people.some((other) => foldText(other.name) === foldText(name))
  const pinProblem = findPinProblem(pins, role)
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
      deed={t('staff.addDo')}
      missing={missing && t(missing)}
      isBusy={add.isPending}
      onDo={() => add.mutate({ name: name.trim(), role, pin: new Secret(pins.pin) }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <NameField
        label={t('staff.name')}
        name={name}
        problem={isTaken ? t('staff.nameTaken') : undefined}
        onType={setName}
      />
      <div className="choices" role="radiogroup" aria-labelledby={roleId}>
        <b id={roleId} className="small">
          {t('staff.role')}
        </b>
        {ROLES.map((each) => (
          <ChoiceRow
            key={each}
            name={roleId}
            label={t(`shell.role.${each}`)}
            hint={t(`staff.role.${each}.hint`)}
            isChosen={each === role}
            onChoose={() => setRole(each)}
          />
        ))}
      </div>
      <PinPair entry={pins} of={role} onType={setPins} />
      <FormProblem error={add.error} words={{ 'invalid-operation': 'staff.addRefused' }} />
    </DialogForm>
  )
}
