import type { TerminalEntry } from '#contract/proxy/terminals.ts'
import { useSetKiosk } from '../../../api/terminals.ts'
import { useText } from '../../../i18n/use-text.ts'
import { DialogForm } from '../DialogForm.tsx'
import { FormProblem } from '../FormProblem.tsx'

type KioskDialogProps = { terminal: TerminalEntry; onClose: () => void }

/** Says what changes at a terminal that becomes a kiosk, or is none any more. */
export function KioskDialog({ terminal, onClose }: KioskDialogProps) {
  const t = useText()
  const save = useSetKiosk(terminal.id)
  const { name } = terminal
  const isKiosk = terminal.isKiosk === true
  return (
    <DialogForm
      heading={t(isKiosk ? 'terminals.kioskOffName' : 'terminals.kioskOnName', { name })}
      deed={t(isKiosk ? 'terminals.kioskOff' : 'terminals.kioskOn')}
      isBusy={save.isPending}
      onDo={() => save.mutate(!isKiosk, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t(isKiosk ? 'terminals.kioskOffLead' : 'terminals.kioskOnLead')}</p>
      {terminal.isThis && !isKiosk && <p className="font-semibold">{t('terminals.kioskThis')}</p>}
      <FormProblem error={save.error} words={{ 'invalid-operation': 'terminals.gone' }} />
    </DialogForm>
  )
}
