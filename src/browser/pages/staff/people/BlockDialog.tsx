import type { StaffEntry } from '#contract/proxy/staff.ts'
import { useDisableStaff, useEnableStaff } from '../../../api/staff.ts'
import { useText } from '../../../i18n/use-text.ts'
import { DialogForm } from '../DialogForm.tsx'
import { FormProblem } from '../FormProblem.tsx'

type BlockDialogProps = { entry: StaffEntry; isMe: boolean; onClose: () => void }

/** Says what it does before somebody is shut out, or let in again. */
export function BlockDialog({ entry, isMe, onClose }: BlockDialogProps) {
  const t = useText()
  const disable = useDisableStaff(entry.id)
  const enable = useEnableStaff(entry.id)
  const isBlocked = entry.disabledAt !== undefined
  const deed = isBlocked ? enable : disable
  const { name } = entry
  return (
    <DialogForm
      heading={t(isBlocked ? 'staff.unblockName' : 'staff.blockName', { name })}
      deed={t(isBlocked ? 'staff.unblock' : 'staff.block')}
      missing={isMe ? t('staff.notYourself') : undefined}
      isBusy={deed.isPending}
      isBad={!isBlocked}
      onDo={() => deed.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t(isBlocked ? 'staff.unblockLead' : 'staff.blockLead', { name })}</p>
      <FormProblem
        error={deed.error}
        words={{ 'invalid-operation': isBlocked ? 'staff.unblockRefused' : 'staff.blockRefused' }}
      />
    </DialogForm>
  )
}
