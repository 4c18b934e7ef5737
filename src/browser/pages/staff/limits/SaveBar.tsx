import { Check } from 'lucide-react'

import { useText } from '../../../i18n/use-text.ts'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { EnterSubmits } from '../../../ui/EnterSubmits.tsx'
import { FormProblem } from '../FormProblem.tsx'

type SaveBarProps = {
  children: string
  /** Something typed cannot be saved. */
  hasProblem: boolean
  isChanged: boolean
  /** What was typed last is saved. */
  isSaved: boolean
  isSaving: boolean
  error: unknown
  onSave: () => void
}

/** The foot of a form: why it cannot be saved, that it is saved, or the way to save it. */
export function SaveBar({ children, hasProblem, isChanged, isSaved, isSaving, error, onSave }: SaveBarProps) {
  const t = useText()
  const notReady = hasProblem ? 'limits.fix' : isChanged ? undefined : isSaved ? 'limits.saved' : 'limits.unchanged'
  return (
    <div className="savebar">
      <EnterSubmits />
      <FormProblem error={error} />
      <span className="sr" role="status">
        {isSaved && !isChanged && t('limits.saved')}
      </span>
      <ActionButton
        isBusy={isSaving}
        notReady={notReady && t(notReady)}
        icon={<Check className="ic" size={24} aria-hidden="true" />}
        onPress={onSave}
      >
        {children}
      </ActionButton>
    </div>
  )
}
