import { useId, useLayoutEffect, useRef } from 'react'

import { ANY_KEY, useHotkeys } from '../../hotkeys.ts'
import { useText } from '../../i18n/use-text.ts'

type IdlePromptProps = { leftMs: number; onStay: () => void }

const MODAL = { isModal: true }

/** The countdown before a kiosk forgets who was there. Any touch or key says that somebody still is, and does nothing else. */
export function IdlePrompt({ leftMs, onStay }: IdlePromptProps) {
  const t = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  const seconds = Math.ceil(leftMs / 1_000)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useHotkeys([{ key: ANY_KEY, run: onStay }], MODAL)
  return (
    <dialog ref={dialog} className="stillhere" aria-labelledby={headingId} onClick={onStay} onCancel={onStay}>
      <h2 id={headingId}>{t('kiosk.stillHere')}</h2>
      <p className="stillhere__left num" aria-hidden="true">
        {seconds}
      </p>
      <p className="stillhere__next">{t('kiosk.stillHereNext')}</p>
      <button type="button" className="btn btn--xl btn--act btn--block">
        {t('kiosk.stay')}
      </button>
    </dialog>
  )
}
