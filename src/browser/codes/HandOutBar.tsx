import '../styles/codes.css'

import { CircleCheck, Copy, Printer, PrinterX, Share2 } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'

import { failureMessage } from '../api/failure-message.ts'
import type { FailedRung } from '../device/print-paper.ts'
import { useText } from '../i18n/use-text.ts'
import type { HandOverTold } from './use-hand-over.ts'
import type { HandOut } from './use-hand-out.ts'

/** What became of the last print, copy or share, and what only the person can tell. */
export function HandOutBar({ handOut }: { handOut: HandOut }) {
  const t = useText()
  const { handing } = handOut
  return (
    <>
      {handing.noteError !== null && (
        <div className="toast toast--wrap" role="alert">
          <span className="grow">
            {t('code.notNoted')} {t(failureMessage(handing.noteError))}
          </span>
          <button type="button" aria-disabled={handing.isNoting} onClick={handing.noteAgain}>
            {t('code.noteAgain')}
          </button>
        </div>
      )}
      {handing.told && <Told told={handing.told} handOut={handOut} />}
    </>
  )
}

function Told({ told, handOut }: { told: HandOverTold; handOut: HandOut }) {
  const t = useText()
  const { handing, print, canPrint, sale } = handOut
  const again = (
    <button type="button" aria-disabled={!canPrint} onClick={() => void print()}>
      {t('code.printAgain')}
    </button>
  )
  switch (told.kind) {
    case 'printing':
      return <Bar icon={<Printer className="ic" size={20} aria-hidden="true" />}>{t('code.printing')}</Bar>
    case 'asked':
      return (
        <Bar
          icon={<Printer className="ic" size={20} aria-hidden="true" />}
          more={<Failed failed={told.failed} />}
          action={
            <>
              <FocusedButton onPress={handing.confirmPrinted}>
                {t('code.onPaperYes')} <kbd className="kbd">Enter</kbd>
              </FocusedButton>
              {again}
            </>
          }
        >
          {t(told.isBroken ? 'code.onPaperLost' : 'code.onPaper')}
        </Bar>
      )
    case 'printed':
      return (
        <Bar icon={<Printer className="ic" size={20} aria-hidden="true" />} action={again}>
          {t('code.printed')}
        </Bar>
      )
    case 'not-printed':
      return (
        <Bar
          isUrgent
          icon={<PrinterX className="ic" size={20} aria-hidden="true" />}
          more={
            <>
              <Failed failed={told.failed} />
              <span className="block">{t(sale.voucher === undefined ? 'code.showScreen' : 'code.photograph')}</span>
            </>
          }
          action={again}
        >
          {t('code.notPrinted')}
        </Bar>
      )
    case 'copied':
      return <Bar icon={<Copy className="ic" size={20} aria-hidden="true" />}>{t('code.copied')}</Bar>
    case 'copy-failed':
      return (
        <Bar isUrgent icon={<Copy className="ic" size={20} aria-hidden="true" />}>
          {t('code.copyFailed')}
        </Bar>
      )
    case 'shared':
      return <Bar icon={<CircleCheck className="ic" size={20} aria-hidden="true" />}>{t('code.shared')}</Bar>
    case 'share-failed':
      return (
        <Bar isUrgent icon={<Share2 className="ic" size={20} aria-hidden="true" />}>
          {t('code.shareFailed')}
        </Bar>
      )
  }
}

/** Each rung of the print ladder that failed, and why. */
function Failed({ failed }: { failed: readonly FailedRung[] }) {
  const t = useText()
  return failed.map(({ rung, why }) => (
    <span key={rung} className="block">
      {t('printer.failed', { rung: t(`printer.rung.${rung}`), why: t(`printer.why.${why}`) })}
    </span>
  ))
}

type BarProps = { icon: ReactNode; children: string; more?: ReactNode; action?: ReactNode; isUrgent?: boolean }

function Bar({ icon, children, more, action, isUrgent = false }: BarProps) {
  return (
    <div className="toast toast--wrap" role={isUrgent ? 'alert' : 'status'}>
      {icon}
      <span className="grow">
        {children}
        {more !== undefined && <span className="small">{more}</span>}
      </span>
      {action !== undefined && <span className="toast__deeds">{action}</span>}
    </div>
  )
}

/** The likely answer: Enter is enough. */
function FocusedButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  return (
    <button ref={button} type="button" onClick={onPress}>
      {children}
    </button>
  )
}
