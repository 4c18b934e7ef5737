import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type PointerEvent } from 'react'

import { useText } from '../../i18n/use-text.ts'
import { IconButton } from '../../ui/Button.tsx'
import { useAnnouncement } from '../../ui/announce.ts'
import { onFirstTap } from '../../ui/first-tap.ts'

type SortableListProps<Item> = {
  items: readonly Item[]
  keyOf: (item: Item) => string
  nameOf: (item: Item) => string
  removeLabel: (name: string) => string
  onChange: (items: readonly Item[]) => void
}

/** Rows are dragged by their handle, or moved with their keys. A dragged order counts once it is dropped. */
export function SortableList<Item>({ items, keyOf, nameOf, removeLabel, onChange }: SortableListProps<Item>) {
  const t = useText()
  const list = useRef<HTMLOListElement>(null)
  const goesTo = useRef<{ row: number; button: 0 | 1 }>(undefined)
  const [drag, setDrag] = useState<{ from: number; to: number }>()
  const [moved, setMoved] = useState<string>()
  useAnnouncement(moved)
  useLayoutEffect(() => {
    // Restores the focus, which a row may lose when it is moved.
    if (!goesTo.current) return
    const { row, button } = goesTo.current
    goesTo.current = undefined
    list.current?.children[row]?.querySelectorAll('button')[button]?.focus()
  }, [items])

  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= items.length) return
    onChange(moveItem(items, from, to))
    setMoved(t('settings.moved', { what: nameOf(items[from]!), place: to + 1, count: items.length }))
  }
  const handle = (from: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ from, to: from })
    },
    onPointerMove: ({ clientY }: PointerEvent) =>
      drag && setDrag({ from: drag.from, to: rowAt(list.current!, clientY) }),
    onPointerUp: () => {
      setDrag(undefined)
      if (drag) move(drag.from, drag.to)
    },
    onPointerCancel: () => setDrag(undefined),
  })
  return (
    <ol ref={list}>
      {items.map((item, at) => {
        const what = nameOf(item)
        const isTarget = drag !== undefined && drag.to === at && drag.from !== at
        const edge = isTarget ? (drag.to < drag.from ? 'shadow-[inset_0_3px_var(--act)]' : 'shadow-[inset_0_-3px_var(--act)]') : '' // prettier-ignore
        return (
          <li
            key={keyOf(item)}
            className={`flex min-h-9 items-center gap-1 border-b border-line ${edge} ${drag?.from === at ? 'bg-act-tint' : ''}`}
          >
            {/* The keys beside it do the same. */}
            <span
              {...handle(at)}
              className="grid size-hit shrink-0 cursor-grab touch-none place-items-center text-ink-2 active:cursor-grabbing"
              title={t('settings.drag')}
              aria-hidden
            >
              <GripVertical size={20} />
            </span>
            <bdi className="min-w-0 flex-1 wrap-anywhere">{what}</bdi>
            {([-1, 1] as const).map((by) => {
              const isOff = at + by < 0 || at + by >= items.length
              const label = t(by < 0 ? 'quick.earlier' : 'quick.later', { what })
              return (
                <span key={by} className={isOff ? 'opacity-40' : ''}>
                  <IconButton
                    icon={by < 0 ? ArrowUp : ArrowDown}
                    label={label}
                    title={label}
                    aria-disabled={isOff}
                    onClick={() => {
                      goesTo.current = { row: at + by, button: by < 0 ? 0 : 1 }
                      move(at, at + by)
                    }}
                  />
                </span>
              )
            })}
            <IconButton
              icon={Trash2}
              label={removeLabel(what)}
              title={removeLabel(what)}
              onClick={onFirstTap(() => onChange(items.filter((_, place) => place !== at)))}
            />
          </li>
        )
      })}
    </ol>
  )
}

function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const others = items.filter((_, at) => at !== from)
  return [...others.slice(0, to), items[from]!, ...others.slice(to)]
}

/** Above or below the list, the first or the last row. */
function rowAt(list: HTMLElement, y: number): number {
  const at = [...list.children].findIndex((row) => y < row.getBoundingClientRect().bottom)
  return at < 0 ? list.children.length - 1 : at
}
