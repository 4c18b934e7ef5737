import { Gift, Package, Phone, Plane, Wifi, Zap, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'

import type { DenominationGroup } from '#domain/international.ts'
import { useText } from '../../i18n/use-text.ts'

type AmountTabsProps = {
  groups: readonly DenominationGroup[]
  openId: string
  onOpen: (id: string) => void
}

/** By the beginning of a category's id, the longest first (spec 2.8). */
const ICONS: readonly [string, LucideIcon][] = [
  ['mobile-bundles', Package],
  ['mobile-data', Wifi],
  ['mobile', Phone],
  ['utility', Zap],
  ['gift-cards', Gift],
  ['transport', Plane],
]

export const tabId = (groupId: string): string => `amounts-tab-${groupId}`
export const PANEL_ID = 'amounts-panel'

/** The kinds of amount as tabs: arrow keys, Home and End go from one to the next. */
export function AmountTabs({ groups, openId, onOpen }: AmountTabsProps) {
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const open: Partial<HTMLElement> | null | undefined =
      list.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    open?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [openId])

  const onKeyDown = (event: KeyboardEvent) => {
    const at = groups.findIndex(({ id }) => id === openId)
    const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
    const backward = forward === 'ArrowRight' ? 'ArrowLeft' : 'ArrowRight'
    const next = { [forward]: at + 1, [backward]: at - 1, Home: 0, End: -1 }[event.key]
    const group = next === undefined ? undefined : groups.at(next % groups.length)
    if (!group) return
    event.preventDefault()
    onOpen(group.id)
    document.getElementById(tabId(group.id))?.focus()
  }

  return (
    <div className="tabs" role="tablist" aria-label={t('international.kinds')} ref={list}>
      {groups.map(({ id, name, rootName, denominations }) => {
        const Icon = ICONS.find(([beginning]) => id.startsWith(beginning))?.[1]
        const isOpen = id === openId
        return (
          <button
            key={id}
            id={tabId(id)}
            type="button"
            role="tab"
            className="tab"
            aria-selected={isOpen}
            aria-controls={PANEL_ID}
            tabIndex={isOpen ? 0 : -1}
            onClick={() => onOpen(id)}
            onKeyDown={onKeyDown}
          >
            {Icon && <Icon className="ic" size={20} aria-hidden="true" />}
            <span>
              {rootName !== undefined && (
                <>
                  <bdi className="tab__root">{rootName}</bdi>{' '}
                </>
              )}
              <bdi>{name ?? t('international.otherKind')}</bdi>
            </span>{' '}
            <span className="small" aria-label={t('international.kindCount', { count: denominations.length })}>
              {denominations.length}
            </span>
          </button>
        )
      })}
    </div>
  )
}
