import { Check, Undo2 } from 'lucide-react'
import { useEffect } from 'react'

import { failureMessage } from '../../api/failure-message.ts'
import { useSaveSettings } from '../../api/settings.ts'
import { useText } from '../../i18n/use-text.ts'
import { Toast } from '../../ui/Toast.tsx'
import { noteChange, useLastChange, type Change } from './last-change.ts'

/** Long enough to see the preview and change one's mind. */
const SHOWN_MS = 12_000

export function ChangeToast() {
  const t = useText()
  const { last, count } = useLastChange()
  const save = useSaveSettings()
  useEffect(() => () => noteChange(undefined), [])
  const undo = ({ before, after }: Change) =>
    save
      .mutateAsync({ ...before, expected: after })
      .then(() => noteChange({ kind: 'undone' }))
      .catch((error: unknown) =>
        noteChange({ kind: 'failed', text: failureMessage(error, { 'stale-version': 'settings.undoStale' }) }),
      )
  const close = () => noteChange(undefined)
  return (
    <>
      {/* At the end, the last line can be scrolled from below the toast. */}
      {last && <div className="h-[88px] shrink-0 max-md:h-[176px]" />}
      {/* Above the rail of a phone, which is not at the bottom of a tiny window. */}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-0 bottom-0 z-3 flex justify-center p-4 *:pointer-events-auto *:max-w-dialog max-md:mb-[80px] tiny:mb-0"
      >
        {last?.kind === 'saved' && (
          <Toast
            key={count}
            icon={Check}
            action={{ text: t('list.undo'), onPress: () => void undo(last.change) }}
            shownMs={SHOWN_MS}
            onClose={close}
          >
            {t('settings.saved', { section: t(last.change.section) })}
          </Toast>
        )}
        {last?.kind === 'undone' && (
          <Toast icon={Undo2} onClose={close}>
            {t('settings.undone')}
          </Toast>
        )}
        {last?.kind === 'failed' && (
          <Toast key={count} tone="bad" shownMs={SHOWN_MS} onClose={close}>
            {t(last.text)}
          </Toast>
        )}
      </div>
    </>
  )
}
