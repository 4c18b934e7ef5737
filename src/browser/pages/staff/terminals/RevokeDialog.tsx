import type { TerminalEntry } from '#contract/proxy/terminals.ts'
import { useRevokeTerminal } from '../../../api/terminals.ts'
import { useText } from '../../../i18n/use-text.ts'
import { DialogForm } from '../DialogForm.tsx'
import { FormProblem } from '../FormProblem.tsx'

type RevokeDialogProps = { terminal: TerminalEntry; onClose: () => void }

/** Says what becomes of whoever is there before a terminal is shut out. */
export function RevokeDialog({ terminal, onClose }: RevokeDialogProps) {
  const t = useText()
  const revoke = useRevokeTerminal(terminal.id)
  const { name, person, isThis } = terminal
  return (
    <DialogForm
      heading={t('terminals.revokeName', { name })}
      deed={t('terminals.revoke')}
      isBusy={revoke.isPending}
      isBad
      onDo={() => revoke.mutate(undefined, { onSuccess: onClose })}
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
