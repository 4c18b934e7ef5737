import { useEffectEvent, useLayoutEffect } from 'react'

import { interceptKeys } from '../lib/hotkeys.ts'
import { endBurst, isTerminator, stepBurst, stepInput, UNNAMED, type Burst, type Found, type Scan } from './scan.ts'

const SECOND_END_MS = 100

/** A possible scan. `target` is where it was typed; `undo` restores all fields as they were before it. */
export type Caught = { scan: Scan; target: EventTarget | null; undo: () => void }

type EndBurst = (burst: Burst | undefined, endedAt: number) => readonly Found[]

/**
 * Sees what a scanner or card reader types before any other handler sees the key that ends it. `onScan` gets the possible scans, longest first, and returns
 * whether that key does nothing else.
 */
export function useScannedKeys(onScan: (caught: readonly Caught[]) => boolean, end: EndBurst = endBurst): void {
  const latest = useEffectEvent(onScan)
  const endLatest = useEffectEvent(end)
  useLayoutEffect(() => {
    let burst: Burst | undefined
    /** Field values before each part of the burst. */
    let marks: Mark[] = []
    let swallowedAt = -Infinity

    const swallow = (event: Event) => {
      swallowedAt = event.timeStamp
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    const setBurst = (next: Burst | undefined, target: EventTarget | null) => {
      burst = next
      const begun = (next?.parts ?? []).map(({ begunAt }) => begunAt)
      marks = marks.filter(({ begunAt }) => begun.includes(begunAt))
      const begunAt = begun.at(-1)
      if (begunAt !== undefined && marks.at(-1)?.begunAt !== begunAt)
        marks.push({ begunAt, fields: storeFields(), target })
    }
    const finish = (event: Event, found: readonly Found[]) => {
      const caught = found.flatMap(({ begunAt, scan }) => {
        const before = marks.find((mark) => mark.begunAt === begunAt)
        if (!before) return []
        const { fields, target } = before
        const isUnnamed = scan.text.includes(UNNAMED)
        return [{ target, scan: isUnnamed ? readFromField(fields, scan) : scan, undo: () => restoreFields(fields) }]
      })
      setBurst(undefined, null)
      if (caught.length > 0 && latest(caught)) swallow(event)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, code, timeStamp: at, shiftKey: isShifted } = event
      // Windows reports AltGr as Ctrl and Alt; some keyboards type @ with it.
      const isAltGr = event.getModifierState('AltGraph') || (event.ctrlKey && event.altKey && [...key].length === 1)
      const isPlain = !event.repeat && !event.metaKey && (isAltGr || (!event.ctrlKey && !event.altKey))
      const pressed = { key, code, at, isPlain, isShifted, isWithCtrl: event.ctrlKey }
      const found = isPlain && isTerminator(key) ? endLatest(burst, at) : []
      if (found.length > 0) return finish(event, found)
      setBurst(stepBurst(burst, pressed).burst, event.target)
      if (!isTerminator(key)) swallowedAt = -Infinity
      else if (at - swallowedAt <= SECOND_END_MS) swallow(event)
    }
    /** Input methods deliver text without key names or without keys, including the end of the scan. */
    const onBeforeInput = (event: InputEvent) => {
      const { data, inputType, target, timeStamp: at } = event
      if (data === null || !inputType.startsWith('insert') || inputType === 'insertFromPaste') return
      const text = data.replace(/[\r\n\t]+$/, '')
      setBurst(stepInput(burst, text, at, inputType === 'insertCompositionText'), target)
      if (text !== data) finish(event, endLatest(burst, at))
    }
    window.addEventListener('beforeinput', onBeforeInput, true)
    const stop = interceptKeys(onKeyDown)
    return () => {
      window.removeEventListener('beforeinput', onBeforeInput, true)
      stop()
    }
  }, [])
}

function readFromField(before: StoredFields, scan: Scan): Scan {
  for (const [field, value] of before) {
    if (!field.isConnected || field.value === value) continue
    let start = 0
    while (start < value.length && value[start] === field.value[start]) start += 1
    const text = field.value.slice(start, field.value.length - (value.length - start))
    return text === '' ? scan : { text, onLatinKeys: text }
  }
  return scan
}

type Field = HTMLInputElement | HTMLTextAreaElement

type StoredFields = ReadonlyMap<Field, string>

type Mark = { begunAt: number; fields: StoredFields; target: EventTarget | null }

function storeFields(): StoredFields {
  return new Map([...document.querySelectorAll<Field>('input, textarea')].map((field) => [field, field.value]))
}

function restoreFields(kept: StoredFields): void {
  for (const [field, value] of kept) {
    if (!field.isConnected || field.value === value) continue
    // React tracks the value through the element's own property.
    const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
