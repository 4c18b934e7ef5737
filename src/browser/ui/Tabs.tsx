import type { LucideIcon } from 'lucide-react'
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'

import { useLocale } from '../i18n/use-text.ts'
import { isRightToLeft } from '../i18n/writing.ts'

type Tab<Id extends string> = {
  id: Id
  text: string
  icon?: LucideIcon | undefined
  /** The parent's name, small above the text. */
  above?: string | undefined
  /** The count, with a screen reader label ("4 amounts"). */
  count?: { value: number; label: string }
}

type TabsProps<Id extends string> = {
  label: string
  tabs: readonly Tab<Id>[]
  current: Id
  onChange: (id: Id) => void
  wraps?: boolean
  /** The tab was pressed on the previous page and keeps the focus. */
  autoFocus?: boolean
  children: ReactNode
}

const LOOKS =
  'inline-flex min-h-hit shrink-0 items-center gap-2 border-b-4 px-4 text-3 whitespace-nowrap focus-visible:-outline-offset-3'
const CURRENT = `${LOOKS} border-act font-semibold text-ink`
const OTHER = `${LOOKS} border-transparent font-medium text-ink-2`

export function Tabs<Id extends string>({
  label,
  tabs,
  current,
  autoFocus = false,
  wraps = false,
  onChange,
  children,
}: TabsProps<Id>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const locale = useLocale()
  const cut = useCutSides(list, tabs.length)
  const at = tabs.findIndex((tab) => tab.id === current)

  useLayoutEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    tab?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
    if (autoFocus) tab?.focus({ preventScroll: true })
  }, [current, autoFocus])

  const onKeyDown = (event: KeyboardEvent) => {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const to = { ArrowRight: at + forward, ArrowLeft: at - forward, Home: 0, End: -1 }[event.key]
    const tab = to === undefined ? undefined : tabs.at(to % tabs.length)
    if (!tab) return
    event.preventDefault()
    onChange(tab.id)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(tab)]?.focus()
  }
  return (
    <>
      <div
        ref={list}
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        className={`flex shrink-0 gap-1 border-b border-line-strong ${wraps ? 'flex-wrap' : 'overflow-x-auto [scrollbar-width:none]'}`}
        style={{ maskImage: fadeAt(cut, isRightToLeft(locale)) }}
        onKeyDown={onKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === current ? 0 : -1}
            className={`${tab.id === current ? CURRENT : OTHER} ${wraps ? 'px-3 text-2' : 'px-4 text-3'}`}
            onClick={() => onChange(tab.id)}
          >
            {tab.icon && <tab.icon className={wraps ? 'max-lg:hidden' : undefined} size={20} aria-hidden />}
            <span className="text-start">
              {tab.above !== undefined && (
                <>
                  <bdi className="block text-1 font-normal">{tab.above}</bdi>{' '}
                </>
              )}
              <bdi>{tab.text}</bdi>
            </span>
            {tab.count && (
              <>
                {' '}
                <span className="text-1 font-normal" aria-label={tab.count.label}>
                  {tab.count.value}
                </span>
              </>
            )}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${current}`}
        className="flex min-h-0 flex-1 flex-col gap-4"
      >
        {children}
      </div>
    </>
  )
}

type Cut = { start: boolean; end: boolean }

const fadeAt = ({ start, end }: Cut, isMirrored: boolean): string =>
  `linear-gradient(to ${isMirrored ? 'left' : 'right'}, transparent, #000 ${start ? FADE : '0%'}, #000 ${end ? `calc(100% - ${FADE})` : '100%'}, transparent)`

const FADE = '2rem'

/** Returns whether the first and the last tab are partly out of sight. */
function useCutSides(list: RefObject<HTMLElement | null>, count: number): Cut {
  const [cut, setCut] = useState<Cut>({ start: false, end: false })
  useEffect(() => {
    const [first, last] = [list.current?.firstElementChild, list.current?.lastElementChild]
    if (!first || !last) return
    const look: IntersectionObserverCallback = (entries) =>
      entries.forEach(({ target, intersectionRatio }) =>
        setCut((before) => ({ ...before, [target === first ? 'start' : 'end']: intersectionRatio < WHOLE })),
      )
    const observer = new IntersectionObserver(look, { root: list.current, threshold: WHOLE })
    observer.observe(first)
    observer.observe(last)
    return () => observer.disconnect()
  }, [list, count])
  return cut
}

/** A fraction of a pixel may be hidden at any zoom. */
const WHOLE = 0.98
