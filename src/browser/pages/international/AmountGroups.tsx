import { useEffect, useMemo, useRef, useState } from 'react'

import type { ProviderOffer } from '#contract/proxy/international.ts'
import { groupDenominations, type Denomination } from '#domain/international.ts'
import { AmountCard } from './AmountCard.tsx'
import { AmountTabs, PANEL_ID, tabId } from './AmountTabs.tsx'
import { findDistinctiveNames } from './distinctive-names.ts'
import { useArrowKeys } from './use-arrow-keys.ts'

type AmountGroupsProps = {
  offer: ProviderOffer
  chosen: Denomination | undefined
  onChoose: (denomination: Denomination) => void
  /** The step came by itself: a last Enter was meant for the one before, and chooses nothing. */
  cameByItself: boolean
}

/** The amounts of one kind at a time; the one with the chosen amount, or the first, is open. */
export function AmountGroups({ offer, chosen, onChoose, cameByItself }: AmountGroupsProps) {
  const groups = useMemo(() => groupDenominations(offer.categories, offer.denominations), [offer])
  const [pickedId, setPickedId] = useState<string>()
  const grid = useRef<HTMLDivElement>(null)
  useArrowKeys(grid)
  const open =
    groups.find(({ id }) => id === pickedId) ??
    groups.find(({ denominations }) => chosen && denominations.includes(chosen)) ??
    groups[0]

  const telling = useMemo(() => findDistinctiveNames(open?.denominations ?? [], offer.provider.name), [open, offer])

  useEffect(() => {
    // Whoever came by keys goes on by keys; an Enter too many chooses nothing.
    if (cameByItself || !open || document.activeElement !== document.body) return
    const picked = grid.current?.querySelector<HTMLElement>('[data-tile][aria-pressed="true"]')
    const entrance = picked ?? document.getElementById(tabId(open.id))
    entrance?.focus({ preventScroll: true })
    // When they appear.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  if (!open) return null

  return (
    <>
      <AmountTabs groups={groups} openId={open.id} onOpen={setPickedId} />
      <div
        ref={grid}
        id={PANEL_ID}
        className="shelves amts"
        role="tabpanel"
        aria-labelledby={tabId(open.id)}
        onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
      >
        {open.denominations.map((denomination) => (
          <AmountCard
            key={denomination.id}
            denomination={denomination}
            hasTellingName={telling.has(denomination)}
            isChosen={denomination === chosen}
            onChoose={onChoose}
          />
        ))}
      </div>
    </>
  )
}
