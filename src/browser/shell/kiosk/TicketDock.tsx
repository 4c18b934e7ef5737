import { ArrowRight } from 'lucide-react'
import { useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'

import { findFixedAmount } from '#domain/amount-rule.ts'
import type { Tile } from '#domain/frontview.ts'
import type { Service } from '#domain/service.ts'
import { useDraft } from '../../sale/draft.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Picture } from '../../ui/Picture.tsx'
import { Slip } from '../../ui/Slip.tsx'

/** Upright screens, on which shelves and ticket have no room beside one another. */
const UPRIGHT = '(max-width: 959px)'

type TicketDockProps = { service: Service; tile: Tile | undefined; children: ReactNode }

/**
 * On an upright screen the slip of the picked product docks below the shelves, and opens as a sheet with its keys. What was begun, as by a
 * favorite or a number that was typed before, is open at once.
 */
export function TicketDock({ service, tile, children }: TicketDockProps) {
  const isUpright = useMatch(UPRIGHT)
  // What of the draft is for this product.
  const typed = useDraft(({ number, account, serviceId, amount, refusal }) =>
    [number, account, serviceId === service.id && (amount || refusal)].filter(Boolean).join(' '),
  )
  const [isOpen, setIsOpen] = useState(typed !== '')
  const [known, setKnown] = useState(typed)
  if (known !== typed) {
    setKnown(typed)
    if (typed !== '') setIsOpen(true)
  }
  if (!isUpright) return children
  if (isOpen) return <Sheet onClose={() => setIsOpen(false)}>{children}</Sheet>
  return <Dock service={service} tile={tile} onOpen={() => setIsOpen(true)} />
}

function Dock({ service, tile, onOpen }: Pick<TicketDockProps, 'service' | 'tile'> & { onOpen: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const clear = useDraft((draft) => draft.clear)
  const open = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => open.current?.focus({ preventScroll: true }), [])
  const wanted =
    service.kind === 'voucher' ? 'voucher' : findFixedAmount(service.rule) === undefined ? 'both' : 'number'
  const cancel = () => {
    clear()
    void navigate(tile?.parentId === undefined ? paths.sell() : paths.category(tile.parentId))
  }
  return (
    <div className="kdock">
      <Slip label={t('ticket.region')}>
        <div className="kdock__slip">
          <Picture src={tile?.imageSmall} srcInstead={tile?.imageLarge} name={service.name} size={56} />
          <div className="grow">
            <div className="kdock__name">
              <bdi>{service.name}</bdi>
            </div>
            <div className="muted">{t(`kiosk.dock.${wanted}.next`)}</div>
          </div>
          <button type="button" className="btn btn--lg" onClick={cancel}>
            {t('ticket.cancel')}
          </button>
        </div>
      </Slip>
      <button ref={open} type="button" className="btn btn--xl btn--act btn--block" onClick={onOpen}>
        <span className="grow text-start">{t(`kiosk.dock.${wanted}`)}</span>
        <ArrowRight className="ic flip" size={28} aria-hidden="true" />
      </button>
    </div>
  )
}

/** The ticket over the shelves, which wait behind it. A press beside it docks it again, with what was typed. */
function Sheet({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  useLayoutEffect(() => {
    const stage = document.querySelector<HTMLElement>('main.stage')
    if (stage) stage.inert = true
    return () => {
      if (stage) stage.inert = false
    }
  }, [])
  return (
    <>
      <div className="kscrim" aria-hidden="true" onClick={onClose} />
      <div className="ksheet">{children}</div>
    </>
  )
}

function useMatch(query: string): boolean {
  const [media] = useState(() => window.matchMedia(query))
  return useSyncExternalStore(
    (onChange) => {
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => media.matches,
  )
}
