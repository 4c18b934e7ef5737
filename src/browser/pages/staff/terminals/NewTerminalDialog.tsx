import { useState } from 'react'

import type { IssuedCode } from '#contract/proxy/terminals.ts'
import { findHiddenCharacter, isReadable } from '#domain/typed-text.ts'
import { useIssueCode } from '../../../api/terminals.ts'
import { useText } from '../../../i18n/use-text.ts'
import { NameField } from '../../../NameField.tsx'
import { DialogForm } from '../DialogForm.tsx'
import { FormProblem } from '../FormProblem.tsx'
import { CodeDialog } from './CodeDialog.tsx'

type NewTerminalDialogProps = { onClose: () => void }

/** Names a new terminal, then shows the code that makes a browser that terminal. */
export function NewTerminalDialog({ onClose }: NewTerminalDialogProps) {
  const t = useText()
  const issue = useIssueCode()
  const [name, setName] = useState('')
  const [isKiosk, setIsKiosk] = useState(false)
  const missing = findHiddenCharacter(name) ? 'text.hidden' : isReadable(name) ? undefined : 'terminals.nameMissing'
  const [issued, setIssued] = useState<IssuedCode>()
  const ask = () => {
    if (issue.isPending) return
    // Taken out whether or not this dialog is still open. Why it failed is in the mutation.
    issue.mutateAsync({ name: name.trim(), ...(isKiosk && { kiosk: true }) }).then(
      (code) => setIssued(code.take()),
      () => undefined,
    )
  }

  if (issued) {
    return (
      <CodeDialog
        issued={issued}
        name={name.trim()}
        isAsking={issue.isPending}
        error={issue.error}
        onAnother={ask}
        onClose={onClose}
      />
    )
  }
  return (
    <DialogForm
      heading={t('terminals.add')}
      deed={t('terminals.makeCode')}
      missing={missing && t(missing)}
      isBusy={issue.isPending}
      onDo={ask}
      onClose={onClose}
    >
      <p className="muted">{t('terminals.addLead')}</p>
      <NameField label={t('terminals.nameOfNew')} name={name} onType={setName} />
      <label className="switchrow">
        <span className="grow">
          <b>{t('terminals.kiosk')}</b>
          <span className="small muted">{t('terminals.kioskHint')}</span>
        </span>
        <input
          type="checkbox"
          role="switch"
          aria-checked={isKiosk}
          checked={isKiosk}
          onChange={(event) => setIsKiosk(event.currentTarget.checked)}
        />
      </label>
      <FormProblem error={issue.error} words={{ 'invalid-operation': 'terminals.addRefused' }} />
    </DialogForm>
  )
}
