import { useState } from 'react'

import type { IssuedCode } from '#contract/proxy/terminals.ts'
import { findHiddenCharacter, isReadable } from '#domain/typed-text.ts'
import { useIssueCode } from '../../api/terminals.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { NameField } from '../../ui/Field.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { ShownCode, useIsCodeOver } from './ShownCode.tsx'
import { DialogForm, FormProblem } from '../../ui/DialogForm.tsx'

type NewTerminalDialogProps = { onClose: () => void }

/** Names a new terminal, then shows the code that makes a browser that terminal. */
export function NewTerminalDialog({ onClose }: NewTerminalDialogProps) {
  const t = useText()
  const issue = useIssueCode()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<'counter' | 'kiosk' | 'selfOrder'>('counter')
  const missing = findHiddenCharacter(name) ? 'text.hidden' : isReadable(name) ? undefined : 'terminals.nameMissing'
  const [issued, setIssued] = useState<IssuedCode>()
  const makeCode = () => {
    if (issue.isPending) return
    // Taken out whether or not this dialog is still open. Why it failed is in the mutation.
    issue.mutateAsync({ name: name.trim(), ...(kind !== 'counter' && { [kind]: true }) }).then(
      (code) => setIssued(code.take()),
      () => undefined,
    )
  }

  if (issued) {
    return (
      <CodeDialog
        issued={issued}
        name={name.trim()}
        isPending={issue.isPending}
        error={issue.error}
        onAnother={makeCode}
        onClose={onClose}
      />
    )
  }
  return (
    <DialogForm
      heading={t('terminals.add')}
      action={t('terminals.makeCode')}
      missing={missing && t(missing)}
      isPending={issue.isPending}
      onSubmit={makeCode}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('terminals.addLead')}</p>
      <NameField label={t('terminals.nameOfNew')} name={name} onType={setName} />
      {(['kiosk', 'selfOrder'] as const).map((each) => (
        <Switch key={each} isOn={kind === each} onChange={(isOn) => setKind(isOn ? each : 'counter')}>
          <span className="block font-medium">{t(`terminals.${each}`)}</span>
          <span className="block text-1 text-ink-2">{t(`terminals.${each}Hint`)}</span>
        </Switch>
      ))}
      <FormProblem error={issue.error} words={{ 'invalid-operation': 'terminals.addRefused' }} />
    </DialogForm>
  )
}

type CodeDialogProps = {
  issued: IssuedCode
  name: string
  isPending: boolean
  error: unknown
  onAnother: () => void
  onClose: () => void
}

/** The one-time code, large and with its end, beside the way to the page that asks for it. The code is nowhere else: it is gone when this is closed. */
function CodeDialog({ issued, name, isPending, error, onAnother, onClose }: CodeDialogProps) {
  const t = useText()
  const isOver = useIsCodeOver(issued)
  const { origin } = window.location
  return (
    <Dialog
      heading={t('terminals.codeFor', { name })}
      size="wide"
      actions={
        <>
          {isOver && (
            <Button size="lg" pending={isPending} onClick={onAnother}>
              {t('terminals.anotherCode')}
            </Button>
          )}
          <Button size="lg" variant="primary" onClick={onClose}>
            {t('terminals.codeDone')}
          </Button>
        </>
      }
      onClose={onClose}
    >
      {/* The address alone: a picture of it taken by anyone opens nothing. */}
      <ShownCode
        issued={issued}
        lead="terminals.codeLead"
        leadHere="terminals.codeLeadHere"
        address={origin}
        link={origin}
      />
      <FormProblem error={error} />
    </Dialog>
  )
}
