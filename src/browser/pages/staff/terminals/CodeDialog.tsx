import type { IssuedCode } from '#contract/proxy/terminals.ts'
import { formatTime } from '../../../i18n/format-time.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useProxyNow } from '../../../use-proxy-now.ts'
import { FormProblem } from '../FormProblem.tsx'

type CodeDialogProps = {
  issued: IssuedCode
  name: string
  isAsking: boolean
  error: unknown
  onAnother: () => void
  onClose: () => void
}

/** The one-time code, large and with its end: it is nowhere else, and gone when this is closed. */
export function CodeDialog({
  issued: { code, expiresAt },
  name,
  isAsking,
  error,
  onAnother,
  onClose,
}: CodeDialogProps) {
  const t = useText()
  const leftMs = expiresAt - useProxyNow()
  const isOver = leftMs <= 0
  // An address that leads another device to itself.
  const isLoopback = /^(localhost|127\.|\[::1\])/.test(window.location.hostname)
  return (
    <Dialog heading={t('terminals.codeFor', { name })} onClose={onClose}>
      <div className="dialogform">
        <p className="muted">
          {isLoopback ? t('terminals.codeLeadHere') : t('terminals.codeLead', { address: window.location.origin })}
        </p>
        {isOver ? (
          <p className="font-semibold" role="alert">
            {t('terminals.codeOver')}
          </p>
        ) : (
          <>
            <p className="enrolcode mono num">{code}</p>
            <p>
              {t('terminals.codeUntil', { time: formatTime(expiresAt) })}{' '}
              <span className="muted num" role="timer">
                {countdown(leftMs)}
              </span>
            </p>
          </>
        )}
        <FormProblem error={error} />
        <div className="dialogform__foot">
          {isOver && (
            <button type="button" className="btn btn--lg" aria-busy={isAsking} onClick={onAnother}>
              {t('terminals.anotherCode')}
            </button>
          )}
          <button type="button" className="btn btn--lg btn--act" onClick={onClose}>
            {t('terminals.codeDone')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}

/** `14:59` */
function countdown(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
