import '../../styles/codes.css'

import { CircleHelp, Printer, PrinterX, TicketX } from 'lucide-react'

import { failureMessage } from '../../api/failure-message.ts'
import { FailedRungs } from '../../codes/FailedRungs.tsx'
import { FocusedButton } from '../../codes/FocusedButton.tsx'
import { NotNotedBar, ToldBar } from '../../codes/ToldBar.tsx'
import type { HandOutAll, HandOutAllTold } from '../../codes/use-hand-out-all.ts'
import { useText } from '../../i18n/use-text.ts'

/** What became of printing all codes, and what only the person can tell. */
export function HandOutAllBar({ handOut }: { handOut: HandOutAll }) {
  const { told, noteError, isNoting, noteAgain } = handOut
  return (
    <>
      {noteError !== undefined && <NotNotedBar error={noteError} isNoting={isNoting} onAgain={noteAgain} />}
      {told && <Told told={told} handOut={handOut} />}
    </>
  )
}

function Told({ told, handOut }: { told: HandOutAllTold; handOut: HandOutAll }) {
  const t = useText()
  const { canPrint, print, confirmPrinted, confirmGiven } = handOut
  const printer = <Printer className="ic" size={20} aria-hidden="true" />
  const again = (
    <button type="button" aria-disabled={!canPrint} onClick={print}>
      {t('code.printAgain')}
    </button>
  )
  switch (told.kind) {
    case 'printing':
      return <ToldBar icon={printer}>{t('code.printing')}</ToldBar>
    case 'asked':
      return (
        <ToldBar
          icon={printer}
          more={<FailedRungs failed={told.failed} />}
          action={
            <>
              <FocusedButton onPress={confirmPrinted}>
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
      return <ToldBar icon={printer}>{t('batch.printed', { count: told.count })}</ToldBar>
    case 'not-printed':
      return (
        <ToldBar
          isUrgent
          icon={<PrinterX className="ic" size={20} aria-hidden="true" />}
          more={
            <>
              <FailedRungs failed={told.failed} />
              <span className="block">{t('batch.openEach')}</span>
            </>
          }
          action={again}
        >
          {t('code.notPrinted')}
        </ToldBar>
      )
    case 'no-code':
      return (
        <ToldBar
          isUrgent
          icon={<TicketX className="ic" size={20} aria-hidden="true" />}
          more={
            <>
              {told.error !== undefined && <span className="block">{t(failureMessage(told.error))}</span>}
              <span className="block">{t('batch.openEach')}</span>
            </>
          }
          action={again}
        >
          {t('batch.noCode', { line: told.line })}
        </ToldBar>
      )
    case 'given-asked':
      return (
        <ToldBar
          isUrgent
          icon={<CircleHelp className="ic" size={20} aria-hidden="true" />}
          action={
            <button type="button" onClick={confirmGiven}>
              {t('batch.givenYes')}
            </button>
          }
        >
          {t('batch.neverShown', { count: told.neverShown })}
        </ToldBar>
      )
  }
}
