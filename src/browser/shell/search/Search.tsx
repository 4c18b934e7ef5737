import { useQuery } from '@tanstack/react-query'
import { Search as SearchIcon, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'

import { arrangeCatalog, catalogQuery, type ArrangedCatalog } from '../../api/catalog.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { KEYS, useHotkeys } from '../../lib/hotkeys.ts'
import { useText } from '../../i18n/use-text.ts'
import { lazyPart, whenIdle } from '../../lib/lazy-part.tsx'
import { closeSearch, openSearch, setSearch, useSearch } from '../../lib/search.ts'
import { IconButton } from '../../ui/Button.tsx'
import { useModal } from '../../ui/Dialog.tsx'
import { Kbd } from '../../ui/Kbd.tsx'

const LIST_ID = 'search-results'

const loadResults = () => import('./SearchResults.tsx')
const SearchResults = lazyPart(async () => (await loadResults()).SearchResults)
const ZDialog = lazyPart(async () => (await import('../../shift/ShiftPanel.tsx')).ZDialog)

/** Longer than any name that is searched. */
const MAX_LENGTH = 100

/** Over everything this person may open. Its field is loaded with the page, so no key is lost. */
export function Search() {
  const { key } = useLocation()
  const how = useNavigationType()
  const isOpen = useSearch(({ text }) => text !== undefined)
  const shop = useShop()
  const [reportId, setReportId] = useState<string>()
  useHotkeys([
    { ...KEYS.search, run: () => openSearch() },
    { ...KEYS.searchAnywhere, run: () => openSearch() },
  ])
  // Not every navigation: a person may press the slash while the page of the last press still loads.
  useLayoutEffect(() => {
    if (how === NavigationType.Pop) closeSearch()
  }, [key, how])
  // Another person begins without it.
  useLayoutEffect(() => closeSearch, [])
  useEffect(() => {
    if (shop) {
      whenIdle(
        () =>
          void loadResults().then(
            ({ prepareSearch }) => prepareSearch(shop),
            () => {},
          ),
      )
    }
  }, [shop])
  return (
    <>
      {isOpen && <SearchDialog shop={shop} onReport={setReportId} />}
      {reportId !== undefined && <ZDialog shiftId={reportId} onClose={() => setReportId(undefined)} />}
    </>
  )
}

function useShop(): ArrangedCatalog | undefined {
  const { data } = useQuery({ ...catalogQuery, select: arrangeCatalog })
  const maySellInternational = useCurrentUser().may('international')
  return useMemo(
    () => (data && !maySellInternational ? { ...data, forbidsInternational: true as const } : data),
    [data, maySellInternational],
  )
}

type SearchDialogProps = { shop: ArrangedCatalog | undefined; onReport: (id: string) => void }

/** The results set their ARIA attributes on the field. */
function SearchDialog({ shop, onReport }: SearchDialogProps) {
  const t = useText()
  const text = useSearch((search) => search.text ?? '')
  const dialog = useModal()
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const { current: field } = input
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  return (
    <dialog
      ref={dialog}
      className="mx-auto mt-[min(8dvh,4rem)] mb-0 max-h-[min(84dvh,44rem)] w-[44rem] max-w-[calc(100%-2*theme(spacing.4))] flex-col overflow-hidden rounded-3 bg-canvas text-2 text-ink shadow-2 backdrop:bg-scrim open:flex max-sm:m-0 max-sm:h-dvh max-sm:max-h-dvh max-sm:w-full max-sm:max-w-full max-sm:rounded-none tiny:open:block tiny:overflow-y-auto"
      aria-label={t('shell.search')}
      onCancel={(event) => {
        event.preventDefault()
        closeSearch()
      }}
      onMouseDown={(event) => event.target === dialog.current && closeSearch()}
    >
      <div className="flex min-h-bar shrink-0 items-center gap-3 border-b border-line bg-surface ps-4 pe-1 text-ink-2">
        <SearchIcon size={24} aria-hidden />
        <input
          ref={input}
          id="search-box"
          type="text"
          role="combobox"
          aria-label={t('shell.search')}
          aria-controls={LIST_ID}
          aria-expanded="false"
          aria-autocomplete="list"
          className="min-w-0 flex-1 self-stretch bg-transparent text-3 text-ink shadow-none! outline-none placeholder:text-ink-2"
          placeholder={t('shell.searchFor')}
          maxLength={MAX_LENGTH}
          dir={text === '' ? undefined : 'auto'}
          inputMode="search"
          enterKeyHint="go"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            useSearch.setState({ awaited: text })
          }}
        />
        <IconButton icon={X} label={t('shell.close')} onClick={closeSearch} />
      </div>
      <SearchResults shop={shop} input={input} listId={LIST_ID} onReport={onReport} />
    </dialog>
  )
}

/** On a phone, it is only its picture. */
export function SearchButton() {
  const t = useText()
  return (
    <button
      type="button"
      className="flex min-h-hit min-w-hit shrink-0 items-center justify-center gap-2 rounded-2 px-3 active:bg-rail-2 lg:border-1 lg:border-rail-2"
      aria-label={t('shell.search')}
      aria-haspopup="dialog"
      aria-keyshortcuts="/ Control+K"
      onClick={() => openSearch()}
    >
      <SearchIcon size={20} aria-hidden />
      <span className="max-lg:hidden">{t('shell.search')}</span>
      <span className="max-lg:hidden" aria-hidden="true">
        <Kbd>/</Kbd>
      </span>
    </button>
  )
}
