import { useQuery } from '@tanstack/react-query'
import { ArrowRight, Check, Info, MonitorSmartphone, RefreshCw } from 'lucide-react'
import { Fragment, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'

import type { IssuedCode } from '#api/terminals.ts'
import { findHiddenCharacter, isReadable, isSameName } from '#domain/text/typed-text.ts'
import { firstStepsQuery, useAddresses } from '../../api/settings.ts'
import { statusQuery, useServerNow } from '../../api/status.ts'
import { useIssueCode } from '../../api/terminals.ts'
import { formatTime } from '../../i18n/format-time.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { ShiftNeeded, useShiftStop } from '../../shift/ShiftNeeded.tsx'
import { Problem } from '../../ui/Async.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { NameField } from '../../ui/Field.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { useFirstSteps, type FirstStep } from './use-first-steps.ts'

/** Most useful first. Shown after set-up and under Help until all are done. */
export default function FirstStepsPage() {
  const t = useText()
  const navigate = useNavigate()
  const steps = useFirstSteps()
  const { data: shop } = useQuery(firstStepsQuery)
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
          {till && <ConnectTill state={till.state} note={till.note} tills={shop?.tills ?? []} />}
        </SidePanel>
      }
    >
      <div className="text-ink-2">
        <SellingNow />
        <p>{t(isAllDone ? 'firstSteps.allDone' : 'firstSteps.lead')}</p>
      </div>
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

const SELLING_TEXTS = {
  ok: 'firstSteps.canSell',
  unreachable: 'firstSteps.noService',
  stopped: 'firstSteps.stopped',
} as const

/** Hidden while unknown, as before the wholesaler's first response. */
function SellingNow() {
  const t = useText()
  const { data: status, isError } = useQuery(statusQuery)
  const shiftStop = useShiftStop()
  const isKnown = status && !isError && (status.service !== 'ok' || status.wallet !== 'unknown')
  if (!isKnown) return null
  return status.service === 'ok' && shiftStop ? (
    <ShiftNeeded />
  ) : (
    <p role="status">
      {t(SELLING_TEXTS[status.service])}{' '}
      {status.service === 'unreachable' && (
        <Link className="font-semibold text-act-ink underline" to={paths.ready()}>
          {t('ready.title')}
        </Link>
      )}
    </p>
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
      className={`grid min-h-[88px] grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 px-4 py-2 sm:grid-cols-[40px_minmax(0,1fr)_auto_9.5rem] low:min-h-[80px] ${isNow ? 'bg-act-tint shadow-row rtl:shadow-row-rtl' : ''}`}
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

type ConnectTillProps = Pick<FirstStep, 'state' | 'note'> & { tills: readonly string[] }

/** The URL, also as a QR code, and a code to type there, which is never in a picture. */
function ConnectTill({ state, note, tills }: ConnectTillProps) {
  const t = useText()
  const addresses = useAddresses()
  return (
    <>
      <section className="flex flex-col gap-3 rounded-3 bg-surface p-4" aria-label={t('firstSteps.till')}>
        <div>
          <h2 className="text-3 font-semibold">{t('firstSteps.till')}</h2>
          <p className="text-1 text-ink-2">{t('firstSteps.connect.lead')}</p>
        </div>
        {addresses?.[0] === undefined ? (
          addresses && <p className="text-2">{t('terminals.codeLeadHere')}</p>
        ) : (
          <div className="flex flex-col items-center gap-1 text-center">
            <span className="overflow-hidden rounded-2 border border-line-strong">
              <QrCode text={addresses[0]} name={t('firstSteps.connect.qr')} minPx={180} />
            </span>
            <p className="mt-1 text-1 text-ink-2">{t('firstSteps.connect.scan')}</p>
            {addresses.map((address, at) => (
              <Fragment key={address}>
                {at > 0 && <p className="text-1 text-ink-2">{t('terminals.codeOr')}</p>}
                <p className="font-mono text-3 font-medium wrap-anywhere" dir="ltr">
                  {address}
                </p>
              </Fragment>
            ))}
          </div>
        )}
        <NewTillCode tills={tills} />
      </section>
      <p role="status" className="flex items-center gap-3 px-1 text-ink-2">
        {state !== 'open' && (
          <>
            <MonitorSmartphone size={24} aria-hidden />
            <span className="min-w-0 flex-1">{note}</span>
          </>
        )}
      </p>
    </>
  )
}

/** Requires the person's PIN, unless it was entered recently. */
function NewTillCode({ tills }: { tills: readonly string[] }) {
  const t = useText()
  const now = useServerNow()
  const [typed, setTyped] = useState<string>()
  const isTaken = (wanted: string) => tills.some((till) => isSameName(till, wanted))
  const name = typed ?? firstFree((number) => t('firstSteps.connect.defaultName', { number }), isTaken)
  const isHidden = findHiddenCharacter(name) !== undefined
  const blockedBy =
    isHidden || !isReadable(name) ? 'terminals.nameMissing' : isTaken(name) ? 'staff.nameTaken' : undefined
  const problem = isTaken(name) ? t('terminals.nameTaken') : undefined
  const [made, setMade] = useState<IssuedCode & { name: string; before: readonly string[] }>()
  // A new till in the list means that the code was used.
  const isUsed = tills.some((till) => made?.before.includes(till) === false)
  const issued = made && made.expiresAt > now && !isUsed ? made : undefined
  const issue = useIssueCode((code, wanted) => {
    setMade({ ...code, name: wanted.name, before: tills })
    setTyped(undefined)
  })
  const ask = (wanted: string) => !issue.isPending && issue.mutate({ name: wanted })

  return (
    <form
      className="flex flex-col gap-2 border-t border-dashed border-line-strong pt-3"
      onSubmit={(event) => {
        event.preventDefault()
        ask(name.trim())
      }}
    >
      {issued ? (
        <>
          <p className="text-1 font-medium">{t('firstSteps.connect.code')}</p>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <output className="min-w-0 font-mono text-6 font-semibold tracking-code wrap-anywhere" dir="ltr">
              {issued.code}
            </output>
            <Button icon={RefreshCw} pending={issue.isPending} onClick={() => ask(issued.name)}>
              {t('firstSteps.connect.again')}
            </Button>
          </div>
          <p className="text-1 text-ink-2">{t('firstSteps.connect.until', { time: formatTime(issued.expiresAt) })}</p>
        </>
      ) : (
        <>
          <NameField label={t('firstSteps.connect.name')} name={name} problem={problem} onType={setTyped} />
          <Button type="submit" variant="tint" pending={issue.isPending} blocked={blockedBy && t(blockedBy)}>
            {t('firstSteps.till.go')}
          </Button>
        </>
      )}
      <Problem error={issue.error} />
    </form>
  )
}

/** The name with the lowest unused number, starting at 2. */
function firstFree(nameOf: (number: number) => string, isTaken: (name: string) => boolean): string {
  for (let number = 2; ; number += 1) if (!isTaken(nameOf(number))) return nameOf(number)
}
