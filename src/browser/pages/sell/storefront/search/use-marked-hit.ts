import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

import type { Tile } from '#domain/frontview.ts'

type MarkedHit = {
  input: RefObject<HTMLInputElement | null>
  tiles: readonly Tile[]
  /** The id of the list on the page, and of a row in it. */
  listId: string
  rowId: (place: number) => string
  /** Enter: the hit that is marked, or nothing where none is. */
  onEnter: (marked: Tile | undefined) => void
}

/** Up and down move through the hits while the focus stays in the field; the first one is marked, and another search begins there anew. */
export function useMarkedHit({ input, tiles, listId, rowId, onEnter }: MarkedHit): number {
  const [moved, setMoved] = useState({ tiles, place: 0 })
  const marked = moved.tiles === tiles ? moved.place : 0
  const latest = useRef({ tiles, marked, onEnter })

  useLayoutEffect(() => {
    latest.current = { tiles, marked, onEnter }
    const field = input.current
    if (!field || tiles.length === 0) return
    const id = rowId(marked)
    field.setAttribute('aria-controls', listId)
    field.setAttribute('aria-expanded', 'true')
    field.setAttribute('aria-activedescendant', id)
    document.getElementById(id)?.scrollIntoView?.({ block: 'nearest' })
    return () => {
      field.setAttribute('aria-expanded', 'false')
      for (const name of ['aria-controls', 'aria-activedescendant']) field.removeAttribute(name)
    }
  })
  useLayoutEffect(() => {
    const field = input.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
      const { tiles: now, marked: place, onEnter: take } = latest.current
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      if (step !== 0) setMoved({ tiles: now, place: Math.max(0, Math.min(now.length - 1, place + step)) })
      else if (event.key !== 'Enter') return
      else if (!event.repeat) take(now[place])
      event.preventDefault()
      event.stopPropagation()
    }
    field?.addEventListener('keydown', onKeyDown)
    return () => field?.removeEventListener('keydown', onKeyDown)
  }, [input])

  return marked
}
