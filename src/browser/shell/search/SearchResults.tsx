import { CornerDownLeft } from 'lucide-react'
import { useDeferredValue, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react'

import type { ArrangedCatalog } from '../../api/catalog.ts'
import { useText } from '../../i18n/use-text.ts'
import { whenIdle } from '../../lib/lazy-part.tsx'
import { buildOn } from '../../pages/sell/search-index.ts'
import { closeSearch, useSearch } from '../../lib/search.ts'
import type { Hit, HitGroup } from './hits.tsx'
import { useLocalGroups } from './use-local-groups.tsx'
import { useServerGroups } from './use-server-groups.tsx'

type SearchResultsProps = {
  shop: ArrangedCatalog | undefined
  input: RefObject<HTMLInputElement | null>
  listId: string
  onReport: (id: string) => void
}

export function SearchResults({ shop, input, listId, onReport }: SearchResultsProps) {
  const t = useText()
  const text = useSearch((search) => search.text ?? '')
  const isAwaited = useSearch((search) => search.awaited !== undefined && search.awaited === search.text)
  // Deferred, so typing stays responsive.
  const searched = useDeferredValue(text)
  const server = useServerGroups(searched, isAwaited, (id) => {
    closeSearch()
    onReport(id)
  })
  const local = useLocalGroups(shop, searched, server.isAsked)
  // What the server finds comes last, so nothing moves when it answers.
  const groups = [...local, ...server.groups].filter(({ hits }) => hits.length > 0)
  const hits = groups.flatMap((group) => group.hits.map((hit) => ({ ...hit, id: `${group.id} ${hit.id}` })))
  const isBlank = searched.trim() === ''
  const isCurrent = searched === text

  const rowId = (id: string) => `${listId}${id}`
  const { marked, mark } = useMarkedHit(searched, hits)
  useShownInField(input, marked && rowId(marked.id))

  const enter = () => {
    // The typed text counts, not the results still shown.
    if (isCurrent && marked) marked.take()
    else useSearch.setState({ awaited: text })
  }
  useKeys(input, { onStep: mark, onEnter: enter })
  const enterAwaited = useEffectEvent(() => isAwaited && isCurrent && marked?.take())
  useLayoutEffect(() => void enterAwaited(), [isAwaited, isCurrent, marked?.id])

  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto p-2 [scrollbar-width:thin]">
      <p className="sr-only" role="status">
        {!isBlank && !server.isPending && t('search.count', { count: hits.length })}
      </p>
      {isBlank && <p className="px-3 py-4 text-ink-2">{t('search.start')}</p>}
      {!isBlank && hits.length === 0 && !server.isPending && !server.isAway && (
        <div className="px-4 py-6 text-center wrap-anywhere">
          <p className="text-3 font-semibold">{t('search.none', { text: searched.trim() })}</p>
          <p className="text-ink-2">{t('search.noneNext')}</p>
        </div>
      )}
      {hits.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label={t('search.found')}
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
        >
          {groups.map((group) => (
            <Group key={group.id} group={group} rowId={rowId} markedId={marked?.id} />
          ))}
        </div>
      )}
      {!isBlank && (server.isPending || server.isAway) && (
        <p className="px-3 py-3 text-ink-2" role={server.isAway ? 'status' : undefined}>
          {t(server.isAway ? 'search.salesAway' : 'search.searching')}
        </p>
      )}
      {server.problem !== undefined && (
        <p className="px-3 py-3 font-medium" role="alert">
          {server.problem}
        </p>
      )}
    </div>
  )
}

type GroupProps = { group: HitGroup; rowId: (id: string) => string; markedId: string | undefined }

function Group({ group: { id: groupId, label, note, hits }, rowId, markedId }: GroupProps) {
  const t = useText()
  const labelId = rowId(groupId)
  return (
    <div role="group" aria-labelledby={labelId} className="not-first:mt-3">
      <div className="flex flex-wrap justify-between gap-x-3 px-3 py-1 text-1 text-ink-2" aria-hidden="true">
        <span id={labelId} className="font-semibold">
          {t(label)}
        </span>
        {note}
      </div>
      <div>
        {hits.map((hit) => {
          const id = `${groupId} ${hit.id}`
          return <Row key={id} id={rowId(id)} hit={hit} isMarked={id === markedId} />
        })}
      </div>
    </div>
  )
}

function Row({ id, hit, isMarked }: { id: string; hit: Hit; isMarked: boolean }) {
  const { picture, title, note, end, isBlocked = false, take } = hit
  const looks = isBlocked
    ? 'cursor-not-allowed border-dashed text-ink-3'
    : isMarked
      ? 'cursor-pointer bg-act-tint shadow-act'
      : 'cursor-pointer bg-surface'
  const meta = `text-1 ${isBlocked ? '' : 'text-ink-2'}`
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      className={`flex min-h-9 scroll-m-6 items-center gap-3 border-1 border-b-0 border-line px-3 py-2 first:rounded-t-3 last:rounded-b-3 last:border-b ${looks}`}
      aria-selected={isMarked}
      aria-disabled={isBlocked ? true : undefined}
      onClick={take}
    >
      {picture}
      <span className="min-w-0 flex-1">
        <b className={`line-clamp-2 leading-5 wrap-anywhere ${isBlocked ? 'font-medium' : 'font-semibold'}`}>{title}</b>
        {note && <span className={`block truncate max-sm:whitespace-normal ${meta}`}>{note}</span>}
      </span>
      {end && <span className={`flex items-center justify-end gap-3 text-end max-sm:max-w-[40%] ${meta}`}>{end}</span>}
      {isMarked && !isBlocked && (
        <CornerDownLeft className="text-act-ink max-sm:hidden rtl:-scale-x-100" size={20} aria-hidden />
      )}
    </div>
  )
}

/** A new text marks the first result. Results that come later leave the mark where it is. */
function useMarkedHit(text: string, hits: readonly Hit[]) {
  const [moved, setMoved] = useState({ text, id: '' })
  const place = moved.text === text ? hits.findIndex(({ id }) => id === moved.id) : -1
  const mark = (step: number) => {
    const hit = hits[Math.max(0, Math.min(hits.length - 1, Math.max(0, place) + step))]
    if (hit) setMoved({ text, id: hit.id })
  }
  return { marked: hits[Math.max(0, place)], mark }
}

/** The focus stays in the field, which names the marked result. */
function useShownInField(input: RefObject<HTMLInputElement | null>, rowId: string | undefined): void {
  useLayoutEffect(() => {
    const field = input.current
    if (!field || rowId === undefined) return
    field.setAttribute('aria-expanded', 'true')
    field.setAttribute('aria-activedescendant', rowId)
    document.getElementById(rowId)?.scrollIntoView?.({ block: 'nearest' })
    return () => {
      field.setAttribute('aria-expanded', 'false')
      field.removeAttribute('aria-activedescendant')
    }
  }, [input, rowId])
}

type Keys = { onStep: (step: number) => void; onEnter: () => void }

function useKeys(input: RefObject<HTMLInputElement | null>, { onStep, onEnter }: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) onStep(step)
    else if (event.key !== 'Enter') return
    else if (!event.repeat) onEnter()
    event.preventDefault()
    event.stopPropagation()
  })
  useLayoutEffect(() => {
    const field = input.current
    const onKeyDown = (event: KeyboardEvent) => press(event)
    field?.addEventListener('keydown', onKeyDown)
    return () => field?.removeEventListener('keydown', onKeyDown)
  }, [input])
}

/** Builds the index while the browser is idle, before the first letter. */
export function prepareSearch(shop: ArrangedCatalog): void {
  whenIdle((timeLeft) => {
    if (!buildOn(shop, () => timeLeft() > 0)) prepareSearch(shop)
  })
}
