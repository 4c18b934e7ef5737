import { useState } from 'react'

import type { StaffEntry } from '#contract/proxy/staff.ts'
import { useSetPin } from '../../../api/staff.ts'
import { useText } from '../../../i18n/use-text.ts'
import { findPinProblem, NO_PIN } from '../../../pin-entry.ts'
import { Secret } from '../../../secret.ts'
import { PinPair } from '../../../PinPair.tsx'
import { DialogForm } from '../DialogForm.tsx'
import { FormProblem } from '../FormProblem.tsx'

type PinDialogProps = { entry: StaffEntry; isMe: boolean; onClose: () => void }

/** A new PIN for somebody: what they had counts no more. */
export function PinDialog({ entry, isMe, onClose }: PinDialogProps) {
  const t = useText()
  const save = useSetPin(entry.id)
  const [pins, setPins] = useState(NO_PIN)
  const problem = findPinProblem(pins, entry.role)
  return (
    <DialogForm
      heading={t('staff.newPinFor', { name: entry.name })}
      deed={t('staff.setPin')}
      missing={problem && t(`staff.pinMissing.${problem}`)}
      isBusy={save.isPending}
      onDo={() => save.mutate(new Secret(pins.pin), { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="muted">{t(isMe ? 'staff.newPinOwn' : 'staff.newPinLead')}</p>
      <PinPair entry={pins} of={entry.role} onType={setPins} />
      <FormProblem error={save.error} words={{ 'invalid-operation': 'staff.pinRefused' }} />
    </DialogForm>
  )
}
