import { ArrowRight } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'

import { findFixedAmount } from '#domain/money/amount-rule.ts'
import type { Service } from '#domain/catalog/service.ts'
import { useText } from '../../i18n/use-text.ts'
import { KioskContext, type DockProps, type KioskParts } from '../../lib/kiosk.ts'
import { paths, routes } from '../../paths.ts'
import { useDraft } from '../../sale/draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { SummaryHead, TicketSummary } from '../../ui/TicketSummary.tsx'
import { ONE_COLUMN, useMedia } from '../../lib/use-media.ts'
import { KioskBar } from './KioskBar.tsx'
import { KioskIdleGuard } from './KioskIdleGuard.tsx'
import { KioskMark, LeaveKiosk } from './LeaveKiosk.tsx'
import { useBlockBrowserGestures, useFullScreen } from './use-kiosk-screen.ts'

const PARTS: KioskParts = { Bar: KioskBar, Dock: TicketDock, Mark: KioskMark }

/** Path prefixes that can be opened at a kiosk. Others redirect to the products. */
const OPEN = [routes.sell, '/sale/', '/batch/', '/page/', routes.signIn, routes.enroll]
const isOpen = (pathname: string) => pathname === '/' || OPEN.some((path) => pathname.startsWith(path))

/** The server enforces what a kiosk may do; this only hides the rest. */
export default function KioskShell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  useBlockBrowserGestures()
  useFullScreen()
  return (
    <KioskContext value={PARTS}>
      <LeaveKiosk />
      {isOpen(pathname) ? children : <Navigate to={paths.sell()} replace />}
      <KioskIdleGuard />
    </KioskContext>
  )
}

/** On an upright screen, the ticket docks below the products and opens if it has input, for example from a favorite. */
function TicketDock({ service, tile, children }: DockProps) {
  const isUpright = useMedia(ONE_COLUMN)
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

type DockedProps = Omit<DockProps, 'children'> & { onOpen: () => void }

function Dock({ service, tile, onOpen }: DockedProps) {
  const t = useText()
  const navigate = useNavigate()
  const clear = useDraft((draft) => draft.clear)
  const open = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => open.current?.focus({ preventScroll: true }), [])
  const wanted = wantedOf(service)
  const cancel = () => {
    clear()
    void navigate(tile?.parentId === undefined ? paths.sell() : paths.category(tile.parentId))
  }
  return (
    <div className="flex flex-col gap-4 bg-tray p-4 [grid-area:tray] max-md:sticky max-md:bottom-0 max-md:z-1 sm:px-5">
      <TicketSummary label={t('ticket.region')}>
        <SummaryHead
          picture={<Picture src={tile?.imageSmall} srcInstead={tile?.imageLarge} name={service.name} size="md" />}
          title={<bdi>{service.name}</bdi>}
          note={t(`kiosk.dock.${wanted}.next`)}
          end={
            <Button variant="quiet" size="lg" onClick={cancel}>
              {t('ticket.cancel')}
            </Button>
          }
        />
      </TicketSummary>
      <Button ref={open} variant="primary" size="xl" amount={<Arrow />} onClick={onOpen}>
        {t(`kiosk.dock.${wanted}`)}
      </Button>
    </div>
  )
}

const Arrow = () => <ArrowRight className="rtl:-scale-x-100" size={28} aria-hidden />

function wantedOf(service: Service) {
  const isFixed = findFixedAmount(service.rule) !== undefined
  if (service.kind === 'voucher') return isFixed ? 'quantity' : 'amount'
  return isFixed ? 'number' : 'both'
}

/** The ticket over the inert products. A press outside docks it and keeps the input. */
function Sheet({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  useLayoutEffect(() => {
    const page = document.querySelector('main')
    if (page) page.inert = true
    return () => {
      if (page) page.inert = false
    }
  }, [])
  return (
    <div className="fixed inset-x-0 top-bar bottom-0 z-5 flex flex-col justify-end">
      <div className="absolute inset-0 bg-scrim" aria-hidden="true" onClick={onClose} />
      {/* Here, the panel may be as tall as the screen; its content scrolls above its foot. */}
      <div className="relative flex max-h-full flex-col bg-tray shadow-2 *:max-h-none! *:shrink! sm:px-2 sm:py-4">
        {children}
      </div>
    </div>
  )
}
