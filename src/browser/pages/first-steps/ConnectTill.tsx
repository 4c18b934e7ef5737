import { MonitorSmartphone, RefreshCw } from 'lucide-react'
import { useState } from 'react'

import { findHiddenCharacter, isReadable } from '#domain/typed-text.ts'
import { failureMessage } from '../../api/failure-message.ts'
import type { IssuedCode } from '#contract/proxy/terminals.ts'
import { useIssueCode } from '../../api/terminals.ts'
import { formatTime } from '../../i18n/format-time.ts'
import { useText } from '../../i18n/use-text.ts'
import { NameField } from '../../NameField.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { useProxyNow } from '../../use-proxy-now.ts'
import type { FirstStep } from './use-first-steps.ts'

/** An address that leads another device to itself. */
const isLoopback = (hostname: string) => /^(localhost|127\.|\[::1\])/.test(hostname)

type ConnectTillProps = Pick<FirstStep, 'state' | 'note'>

/** How another device becomes a till: the address, which the QR code holds too, and a code to type there, which no picture ever holds. */
export function ConnectTill({ state, note }: ConnectTillProps) {
  const t = useText()
  const { origin, hostname } = window.location
  return (
    <>
      <section className="flex flex-col gap-3 rounded-3 bg-surface p-4" aria-label={t('firstSteps.till')}>
        <div>
          <h2 className="text-3 font-semibold">{t('firstSteps.till')}</h2>
          <p className="text-1 text-ink-2">{t('firstSteps.connect.lead')}</p>
        </div>
        {isLoopback(hostname) ? (
          <p className="text-2">{t('terminals.codeLeadHere')}</p>
        ) : (
          <div className="flex flex-col items-center gap-1 text-center">
            <span className="overflow-hidden rounded-2 border border-line-strong">
              <QrCode text={origin} name={t('firstSteps.connect.qr')} minPx={180} />
            </span>
            <p className="mt-1 text-1 text-ink-2">{t('firstSteps.connect.scan')}</p>
            <p className="font-mono text-3 font-medium wrap-anywhere" dir="ltr">
              {origin}
            </p>
          </div>
        )}
        <NewTillCode />
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

/** A name for the new till, then its code. Whoever asks for one gives their PIN again if they have not done so lately. */
function NewTillCode() {
  const t = useText()
  const now = useProxyNow()
  const issue = useIssueCode()
  const [typed, setTyped] = useState<string>()
  const name = typed ?? t('firstSteps.connect.defaultName', { number: 2 })
  const isHidden = findHiddenCharacter(name) !== undefined
  const [made, setMade] = useState<IssuedCode>()
  const issued = made && made.expiresAt > now ? made : undefined
  const ask = () => {
    if (issue.isPending) return
    // Taken out whether or not this page is still open. Why it failed is in the mutation.
    issue.mutateAsync({ name: name.trim() }).then(
      (code) => setMade(code.take()),
      () => undefined,
    )
  }

  return (
    <form
      className="flex flex-col gap-2 border-t border-dashed border-line-strong pt-3"
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
    >
      {issued ? (
        <>
          <p className="text-1 font-medium">{t('firstSteps.connect.code')}</p>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <output className="font-mono text-6 font-semibold tracking-code" dir="ltr">
              {issued.code}
            </output>
            <Button icon={RefreshCw} pending={issue.isPending} onClick={ask}>
              {t('firstSteps.connect.again')}
            </Button>
          </div>
          <p className="text-1 text-ink-2">{t('firstSteps.connect.until', { time: formatTime(issued.expiresAt) })}</p>
        </>
      ) : (
        <>
          <NameField label={t('firstSteps.connect.name')} name={name} onType={setTyped} />
          <Button
            type="submit"
            variant="tint"
            pending={issue.isPending}
            blocked={isHidden || !isReadable(name) ? t('terminals.nameMissing') : undefined}
          >
            {t('firstSteps.till.go')}
          </Button>
        </>
      )}
      {issue.isError && (
        <Notice tone="bad" role="alert">
          {t(failureMessage(issue.error))}
        </Notice>
      )}
    </form>
  )
}
