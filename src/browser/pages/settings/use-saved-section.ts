import { useEffect, useEffectEvent, useRef, useState, type ChangeEvent, type FocusEvent } from 'react'

import type { SetSettings, Settings } from '#api/settings.ts'
import { failureMessage } from '../../api/failure-message.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useSection, type Draft, type SectionOptions } from '../../settings/settings-section.tsx'
import { isSame } from '../../settings/use-shared-form.ts'
import { noteChange } from './last-change.ts'

/** How long (ms) no key is pressed before the text of a field is saved while it has the focus. */
const PAUSE_MS = 2_000

type SavedSectionOptions<D extends Draft> = SectionOptions<D> & { title: MessageId }

/** Saved as it is changed: a choice at once, a text when its field is left or after a pause, so not every key is in the audit log. */
export function useSavedSection<D extends Draft>({ title, ...options }: SavedSectionOptions<D>) {
  const { settings, toDraft } = options
  const form = useSection(options)
  const { draft, seen, wanted, hasProblem, save } = form
  const [isTyping, setIsTyping] = useState(false)
  /** After a failure, until the next change. */
  const [isHeld, setIsHeld] = useState(false)
  /** What was stored when a text began to be typed, which pauses may have saved since. */
  const typedFrom = useRef<Settings>(undefined)
  const isMounted = useRef(false)

  const draftOf = (change: SetSettings) => toDraft({ ...seen, ...(change as Partial<Settings>) })
  const isUnsaved = !isSame(draftOf(wanted), toDraft(seen))
  const isIdle = !isTyping && !save.isPending && !isUnsaved && !hasProblem
  // Other people's changes, and what was undone.
  if (isIdle && !isSame(toDraft(settings), toDraft(seen))) form.follow(settings)

  const send = () => {
    // The last request may still be on its way.
    const base: Settings = save.isPending ? { ...seen, ...(save.variables as Partial<Settings>) } : seen
    const valuesIn = (stored: Settings) =>
      Object.fromEntries(Object.keys(wanted).map((name) => [name, stored[name as keyof Settings]])) as SetSettings
    const before = valuesIn(typedFrom.current ?? seen)
    if (isTyping) typedFrom.current ??= seen
    const settling = form.settling({ ...base, ...(wanted as Partial<Settings>) }, isTyping)
    const onError = () => {
      settling.onError()
      setIsHeld(true)
    }
    save
      .mutateAsync({ ...wanted, expected: valuesIn(base) }, { ...settling, onError })
      .then(() => noteChange({ kind: 'saved', change: { section: title, before, after: wanted } }))
      .catch((error: unknown) => {
        if (!isMounted.current)
          noteChange({ kind: 'failed', text: failureMessage(error, { 'stale-version': 'settings.leftStale' }) })
      })
  }
  const isDue = isUnsaved && !hasProblem && !save.isPending && !isHeld
  const sendDue = useEffectEvent(send)
  const typed = JSON.stringify(draft)
  useEffect(() => {
    if (!isDue) return undefined
    if (!isTyping) return sendDue()
    const timer = setTimeout(sendDue, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isDue, isTyping, typed])

  const tidy = useEffectEvent(() => {
    typedFrom.current = undefined
    if (form.isChanged) form.follow(seen)
  })
  useEffect(() => {
    if (isIdle) tidy()
  }, [isIdle, typed])

  const leave = useEffectEvent(() => {
    const isSent = save.isPending && isSame(draftOf(wanted), draftOf(save.variables))
    if (isUnsaved && !hasProblem && !isSent) send()
  })
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      leave()
    }
  }, [])

  return {
    ...form,
    isUnsaved,
    send,
    set: (change: Partial<D>) => {
      setIsHeld(false)
      form.set(change)
    },
    /** For the form around the fields. */
    watching: {
      onChange: ({ target }: ChangeEvent<HTMLFormElement>) => isText(target) && setIsTyping(true),
      onBlur: ({ target }: FocusEvent<HTMLFormElement>) => isText(target) && setIsTyping(false),
    },
  }
}

const isText = (target: EventTarget): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'file')
