import { ArrowRight, Check, Info } from 'lucide-react'
import { useNavigate } from 'react-router-dom'

import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { ConnectTill } from './ConnectTill.tsx'
import { useFirstSteps, type FirstStep } from './use-first-steps.ts'

/** What a new shop still needs, in the order that helps most. It comes after set-up and stays under Help until all of it is done. */
export default function FirstStepsPage() {
  const t = useText()
  const navigate = useNavigate()
  const steps = useFirstSteps()
  const till = steps?.find(({ id }) => id === 'till')
  const isAllDone = steps?.every(({ state }) => state === 'done')
  return (
    <PageLayout
      title={t('firstSteps.title')}
      actions={steps && <Progress steps={steps} />}
      panel={
        <SidePanel
          label={t('firstSteps.till')}
          foot={
            <>
              {!isAllDone && <p className="px-1 text-1 text-ink-2">{t('firstSteps.later')}</p>}
              <Button
                variant="primary"
                size="xl"
                amount={<ArrowRight className="rtl:-scale-x-100" size={24} aria-hidden />}
                onClick={() => void navigate(paths.sell())}
              >
                {t('firstSteps.sell')}
              </Button>
            </>
          }
        >
          {till && <ConnectTill state={till.state} note={till.note} />}
        </SidePanel>
      }
    >
      <p className="text-ink-2">{t(isAllDone ? 'firstSteps.allDone' : 'firstSteps.lead')}</p>
      {steps && (
        <ol className="divide-y divide-line overflow-hidden rounded-3 border border-line bg-surface">
          {steps.map((step, at) => (
            <StepRow key={step.id} step={step} number={at + 1} />
          ))}
        </ol>
      )}
      {!isAllDone && (
        <p className="mt-auto flex items-center gap-2 text-1 text-ink-2">
          <Info size={18} aria-hidden /> {t('firstSteps.stays')}
        </p>
      )}
    </PageLayout>
  )
}

function Progress({ steps }: { steps: FirstStep[] }) {
  const t = useText()
  const done = steps.filter(({ state }) => state === 'done').length
  const text = t('firstSteps.progress', { done, total: steps.length })
  return (
    <>
      <span className="text-ink-2">{text}</span>
      <span className="flex w-[192px] gap-1" aria-hidden="true">
        {steps.map(({ id }, at) => (
          <span
            key={id}
            className={`h-2 flex-1 rounded-full border ${at < done ? 'border-act bg-act' : 'border-line-strong bg-sunken'}`}
          />
        ))}
      </span>
    </>
  )
}

const MARKS: Record<FirstStep['state'], string> = {
  done: 'border-act bg-act text-act-on',
  now: 'border-dashed border-act text-act-ink',
  open: 'border-line-strong text-ink-2',
}

function StepRow({ step: { title, state, note, go }, number }: { step: FirstStep; number: number }) {
  const t = useText()
  const isNow = state === 'now'
  return (
    <li
      className={`grid min-h-[88px] grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-4 py-2 sm:grid-cols-[40px_minmax(0,1fr)_auto_152px] low:min-h-[80px] ${isNow ? 'bg-act-tint shadow-row rtl:shadow-row-rtl' : ''}`}
    >
      <span
        className={`grid size-7 shrink-0 place-items-center rounded-full border-2 font-semibold ${MARKS[state]}`}
        aria-hidden="true"
      >
        {state === 'done' ? <Check size={22} /> : number}
      </span>
      <div className="min-w-0 wrap-anywhere">
        <h2 className="text-3 font-semibold">{t(title)}</h2>
        <p className="text-ink-2">{note}</p>
      </div>
      <span className="rounded-1 border border-line-strong px-2 py-px text-1 font-medium whitespace-nowrap text-ink-2">
        {t(`firstSteps.state.${state}`)}
      </span>
      <div className="grid max-sm:col-span-2 max-sm:col-start-2">
        <ButtonLink
          to={go.to}
          variant={state === 'open' ? 'tint' : 'secondary'}
          aria-label={`${t(go.text)}, ${t(title)}`}
        >
          {t(go.text)}
        </ButtonLink>
      </div>
    </li>
  )
}
