import { Check, CircleAlert } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'

import type { FailureWords } from '../../api/failure-message.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { FormProblem } from '../../ui/DialogForm.tsx'
import { saveBlock } from '../../settings/use-shared-form.ts'
import type { useSection } from '../../settings/settings-section.tsx'
import type { useSavedSection } from './use-saved-section.ts'

const STALE: FailureWords = { 'stale-version': 'settings.stale' }

type CardProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'className'> & {
  heading: string
  lead?: string | undefined
  /** What the customer or cashier sees of the draft. */
  preview?: ReactNode
  onSave: () => void
}

function Card({ heading, lead, preview, onSave, children, ...rest }: CardProps) {
  const headingId = useId()
  return (
    <div className={`grid items-start gap-5 ${preview === undefined ? '' : 'lg:grid-cols-[minmax(0,44rem)_22rem]'}`}>
      <form
        {...rest}
        aria-labelledby={headingId}
        className="flex max-w-[44rem] min-w-0 flex-col gap-3 rounded-3 border-1 border-line bg-surface p-4"
        onSubmit={(event) => {
          event.preventDefault()
          onSave()
        }}
      >
        <h2 id={headingId} className="text-3">
          {heading}
        </h2>
        {lead !== undefined && <p className="text-ink-2">{lead}</p>}
        {children}
      </form>
      {preview}
    </div>
  )
}

type SectionProps = Pick<CardProps, 'heading' | 'lead' | 'preview' | 'children'> & {
  words?: FailureWords
  form: Pick<ReturnType<typeof useSavedSection>, 'hasProblem' | 'isUnsaved' | 'save' | 'send' | 'watching'>
}

/** Saved as it is changed. Has a button only after that failed. */
export function Section({ words, form, children, ...card }: SectionProps) {
  const t = useText()
  const { hasProblem, isUnsaved, save, send, watching } = form
  const retry = () => isUnsaved && !hasProblem && !save.isPending && send()
  return (
    <Card {...card} {...watching} onSave={retry}>
      {children}
      <p role="status" className="flex items-center gap-2 font-semibold text-bad empty:hidden">
        {hasProblem && (
          <>
            <CircleAlert className="shrink-0" size={20} aria-hidden />
            {t('settings.notYet')}
          </>
        )}
      </p>
      {isUnsaved && save.isError && (
        <>
          <FormProblem error={save.error} words={{ ...STALE, ...words }} />
          {!hasProblem && (
            <div className="flex">
              <Button type="submit" variant="primary">
                {t('limits.saveShop')}
              </Button>
            </div>
          )}
        </>
      )}
    </Card>
  )
}

type ButtonSectionProps = Pick<CardProps, 'heading' | 'lead' | 'children'> & {
  form: Pick<ReturnType<typeof useSection>, 'hasProblem' | 'isChanged' | 'save' | 'submit'>
}

/** For what cannot be undone: saved only by its button. */
export function ButtonSection({ form, children, ...card }: ButtonSectionProps) {
  const t = useText()
  const blocked = saveBlock(form)
  const isSaved = blocked === 'limits.saved'
  return (
    <Card {...card} onSave={form.submit}>
      {children}
      <FormProblem error={form.save.error} words={STALE} />
      <span className="sr-only" role="status">
        {isSaved && t(blocked)}
      </span>
      <div className="flex">
        <Button
          type="submit"
          variant={form.isChanged ? 'primary' : 'secondary'}
          icon={isSaved ? Check : undefined}
          pending={form.save.isPending}
          blocked={blocked && t(blocked)}
        >
          {t('limits.saveShop')}
        </Button>
      </div>
    </Card>
  )
}
