import '../styles/codes.css'

import { CircleCheck, Copy, Printer, PrinterX, Share2 } from 'lucide-react'

import { useText } from '../i18n/use-text.ts'
import { FailedRungs } from './FailedRungs.tsx'
import { FocusedButton } from './FocusedButton.tsx'
import { NotNotedBar, ToldBar } from './ToldBar.tsx'
import type { HandOut } from './use-hand-out.ts'
import type { HandOverTold } from './use-hand-over.ts'

/** What became of the last print, copy or share, and what only the person can tell. */
export function HandOutBar({ handOut }: { handOut: HandOut }) {
  const { handing } = handOut
  return (
    <>
      {handing.noteError !== null && (
        <NotNotedBar error={handing.noteError} isNoting={handing.isNoting} onAgain={handing.noteAgain} />
      )}
      {handing.told && <Told told={handing.told} handOut={handOut} />}
    </>
  )
}

function Told({ told, handOut }: { told: HandOverTold; handOut: HandOut }) {
  const t = useText()
  const { handing, print, canPrint, sale } = handOut
  const again = (
    <button type="button" aria-disabled={!canPrint} onClick={print}>
      {t('code.printAgain')}
    </button>
  )
  switch (told.kind) {
    case 'printing':
      return <ToldBar icon={<Printer className="ic" size={20} aria-hidden="true" />}>{t('code.printing')}</ToldBar>
    case 'asked':
      return (
        <ToldBar
          icon={<Printer className="ic" size={20} aria-hidden="true" />}
          more={<FailedRungs failed={told.failed} />}
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
        </ToldBar>
      )
    case 'printed':
      return (
        <ToldBar icon={<Printer className="ic" size={20} aria-hidden="true" />} action={again}>
          {t('code.printed')}
        </ToldBar>
      )
    case 'not-printed':
      return (
        <ToldBar
          isUrgent
          icon={<PrinterX className="ic" size={20} aria-hidden="true" />}
          more={
            <>
              <FailedRungs failed={told.failed} />
              <span className="block">{t(sale.voucher === undefined ? 'code.showScreen' : 'code.photograph')}</span>
            </>
          }
          action={again}
        >
          {t('code.notPrinted')}
        </ToldBar>
      )
    case 'copied':
      return <ToldBar icon={<Copy className="ic" size={20} aria-hidden="true" />}>{t('code.copied')}</ToldBar>
    case 'copy-failed':
      return (
        <ToldBar isUrgent icon={<Copy className="ic" size={20} aria-hidden="true" />}>
          {t('code.copyFailed')}
        </ToldBar>
      )
    case 'shared':
      return <ToldBar icon={<CircleCheck className="ic" size={20} aria-hidden="true" />}>{t('code.shared')}</ToldBar>
    case 'share-failed':
      return (
        <ToldBar isUrgent icon={<Share2 className="ic" size={20} aria-hidden="true" />}>
          {t('code.shareFailed')}
        </ToldBar>
      )
  }
}
