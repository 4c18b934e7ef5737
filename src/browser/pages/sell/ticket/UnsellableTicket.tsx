import { useNavigate } from 'react-router-dom'

import { useText } from '../../../i18n/use-text.ts'
import { paths } from '../../../paths.ts'
import { Slip, SlipHead } from '../../../ui/Slip.tsx'
import { useTypingAnywhere } from '../../../hotkeys.ts'

/** An address that leads to a product which is gone, switched off, or not sold here yet. */
export function UnsellableTicket() {
  const t = useText()
  const navigate = useNavigate()
  const cancel = () => void navigate(paths.sell())
  useTypingAnywhere({ onDigit: () => {}, onDelete: () => {}, onEscape: cancel })

  return (
    <>
      <Slip label={t('ticket.region')}>
        <SlipHead
          title={t('ticket.notSellable')}
          end={
            <button type="button" className="btn" onClick={cancel}>
              {t('ticket.cancel')} <kbd className="kbd">Esc</kbd>
            </button>
          }
        />
        <p className="muted">{t('ticket.notSellableHint')}</p>
      </Slip>
      <div className="tray__gap" />
    </>
  )
}
