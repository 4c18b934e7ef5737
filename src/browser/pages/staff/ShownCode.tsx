import type { IssuedCode } from '#contract/proxy/terminals.ts'
import { useProxyNow } from '../../api/status.ts'
import { formatTime } from '../../i18n/format-time.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { QrCode } from '../../ui/QrCode.tsx'

export const useIsCodeOver = ({ expiresAt }: IssuedCode): boolean => expiresAt - useProxyNow() <= 0

type ShownCodeProps = {
  issued: IssuedCode
  /** What to do with it on another device, and where this page has an address that leads another device to itself. */
  lead: MessageId
  leadHere: MessageId
  /** Where the code is typed. */
  address: string
  /** Where its picture leads. */
  link: string
}

/** A one-time code, large and with its end, beside the way to the page that asks for it. */
export function ShownCode({ issued, lead, leadHere, address, link }: ShownCodeProps) {
  const t = useText()
  const remainingMs = issued.expiresAt - useProxyNow()
  const isOver = remainingMs <= 0
  const isLoopback = /^(localhost|127\.|\[::1\])/.test(window.location.hostname)
  return (
    <div className="flex flex-wrap items-center gap-4">
      <div className="flex min-w-0 flex-1 basis-[264px] flex-col gap-3">
        <p className="text-ink-2">{t(isLoopback ? leadHere : lead)}</p>
        {!isLoopback && (
          <p className="text-3 font-semibold wrap-anywhere">
            <bdi dir="ltr">{address}</bdi>
          </p>
        )}
        {isOver ? (
          <p className="font-semibold" role="alert">
            {t('terminals.codeOver')}
          </p>
        ) : (
          <>
            <output
              aria-label={t('signIn.enrol.code')}
              dir="ltr"
              className="rounded-2 bg-sunken p-4 text-center font-mono text-6 font-semibold tracking-code wrap-anywhere select-all"
            >
              {issued.code}
            </output>
            <p>
              {t('terminals.codeUntil', { time: formatTime(issued.expiresAt) })}{' '}
              <bdi dir="ltr" className="text-ink-2" role="timer">
                {countdown(remainingMs)}
              </bdi>
            </p>
          </>
        )}
      </div>
      {!isLoopback && !isOver && <QrCode text={link} name={t('terminals.codeQr')} minPx={168} />}
    </div>
  )
}

/** `14:59` */
function countdown(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
