import { useQuery } from '@tanstack/react-query'
import { Eraser } from 'lucide-react'
import { useState } from 'react'

import type { Settings } from '#api/settings.ts'
import { findWholeNumber } from '#domain/phone/known-number.ts'
import { useEraseNumber } from '../../api/known-numbers.ts'
import { sessionQuery } from '../../api/session.ts'
import { useText } from '../../i18n/use-text.ts'
import { CountInput, useSection } from '../../settings/settings-section.tsx'
import { ButtonSection } from './Section.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'
import { Field } from '../../ui/Field.tsx'
import { isCountWithin } from '../../ui/StepperField.tsx'
import { Switch } from '../../ui/Switch.tsx'

const MAX_MONTHS = 120
const MAX_KNOWN_MONTHS = 24

/** How long customers' numbers are kept, and known at the tills. Practice erases nothing real. */
export function PrivacySection({ settings }: { settings: Settings }) {
  const t = useText()
  const { data: isPractice } = useQuery({ ...sessionQuery, select: ({ terminal }) => terminal?.isPractice === true })
  const [isErasing, setIsErasing] = useState(false)
  const form = useSection({
    settings,
    toDraft: ({ retentionMonths, numberIndexMonths }) => ({
      isOn: retentionMonths !== null,
      months: String(retentionMonths ?? 24),
      isKnown: numberIndexMonths !== null,
      knownMonths: String(numberIndexMonths ?? 6),
    }),
    read: ({ isOn, months, isKnown, knownMonths }) => ({
      wanted: {
        retentionMonths: isOn ? Number(months) : null,
        numberIndexMonths: isKnown ? Number(knownMonths) : null,
      },
      problems: {
        months: isOn && !isCountWithin(months, 1, MAX_MONTHS) ? ('settings.privacy.rule' as const) : undefined,
        knownMonths:
          isKnown && !isCountWithin(knownMonths, 1, MAX_KNOWN_MONTHS)
            ? ('settings.privacy.knownRule' as const)
            : undefined,
      },
    }),
  })
  const { draft, problems, set } = form
  return (
    <>
      <ButtonSection heading={t('settings.privacy')} lead={t('settings.privacy.lead')} form={form}>
        <Switch isOn={draft.isOn} onChange={(isOn) => set({ isOn })}>
          {t('settings.privacy.mask')}
        </Switch>
        {draft.isOn && (
          <CountInput
            label={t('settings.privacy.months')}
            unit={t('settings.privacy.unit', { count: Number(draft.months) })}
            value={draft.months}
            problem={problems.months}
            onType={(months) => set({ months })}
          />
        )}
        <Switch isOn={draft.isKnown} onChange={(isKnown) => set({ isKnown })}>
          {t('settings.privacy.known')}
          <span className="block text-1 text-ink-2">{t('settings.privacy.knownHint')}</span>
        </Switch>
        {draft.isKnown && (
          <CountInput
            label={t('settings.privacy.knownMonths')}
            unit={t('settings.privacy.unit', { count: Number(draft.knownMonths) })}
            value={draft.knownMonths}
            problem={problems.knownMonths}
            onType={(knownMonths) => set({ knownMonths })}
          />
        )}
        {!isPractice && (
          <div className="flex">
            <Button icon={Eraser} onClick={() => setIsErasing(true)}>
              {t('settings.privacy.erase')}
            </Button>
          </div>
        )}
      </ButtonSection>
      {isErasing && <EraseDialog onClose={() => setIsErasing(false)} />}
    </>
  )
}

function EraseDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const erase = useEraseNumber()
  const [typed, setTyped] = useState('')
  const { data: erased } = erase
  const isErased = erased?.open.length === 0
  if (isErased) {
    return (
      <Dialog
        heading={t('settings.privacy.erase')}
        onClose={onClose}
        actions={
          <Button size="lg" onClick={onClose}>
            {t('shell.close')}
          </Button>
        }
      >
        <p role="status">{t('settings.privacy.eraseDone', { count: erased.sales })}</p>
      </Dialog>
    )
  }
  return (
    <DialogForm
      heading={t('settings.privacy.erase')}
      action={t('settings.privacy.erase')}
      missing={findWholeNumber(typed) === undefined ? t('settings.privacy.eraseMissing') : undefined}
      sending={erase}
      isDanger
      onSubmit={() => erase.mutate({ number: typed })}
      onClose={onClose}
    >
      <p className="text-ink-2">{t('settings.privacy.eraseLead')}</p>
      <Field
        label={t('settings.privacy.eraseNumber')}
        inputMode="tel"
        autoComplete="off"
        dir="ltr"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {erased && (
        <p role="alert" className="font-medium">
          {t('settings.privacy.eraseOpen', { count: erased.open.length, sales: erased.open.join(t('shell.comma')) })}
        </p>
      )}
    </DialogForm>
  )
}
