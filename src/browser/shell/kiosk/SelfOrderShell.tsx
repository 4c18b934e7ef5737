import { useQuery } from '@tanstack/react-query'
import { use, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { sessionQuery } from '../../api/session.ts'
import { setTimeZone } from '../../i18n/format-time.ts'
import { activateLocale, activateStoredLocale, loadLazyMessages } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { SelfOrderPage } from '../../pages/sell/self-order/SelfOrderPage.tsx'
import { paths } from '../../paths.ts'
import { useShopAccent } from '../../brand/shop-brand.tsx'
import { forget } from '../../lib/storage.ts'
import { IdlePrompt, useIdle, useWakeLock } from './KioskIdleGuard.tsx'
import { Attraction, Bar } from './SelfOrderParts.tsx'
import { useBlockBrowserGestures, useFullScreen } from './use-kiosk-screen.ts'

/** The tablet may have been changed to a till or revoked. */
const REFETCH_MS = 15_000

/** The server limits the tablet to orders. */
export default function SelfOrderShell() {
  use(loadLazyMessages())
  const { data: session } = useQuery({ ...sessionQuery, refetchInterval: REFETCH_MS })
  if (session) setTimeZone(session.timeZone)
  useShopAccent(session?.shop?.accent)
  return session?.terminal?.isPhone ? <ToPhonePage /> : <Tablet />
}

/** A phone that opened another address of the shop. */
function ToPhonePage() {
  useEffect(() => window.location.replace(paths.phone()), [])
  return null
}

function Tablet() {
  const navigate = useNavigate()
  const [isVisited, setIsVisited] = useState(false)
  useBlockBrowserGestures()
  useFullScreen()
  useWakeLock(true)

  const clear = () => {
    forget('person')
    void activateStoredLocale()
    void navigate(paths.sell(), { replace: true })
  }
  const end = () => {
    setIsVisited(false)
    clear()
  }
  const clearBefore = useEffectEvent(clear)
  useEffect(() => clearBefore(), [])

  // The choice of a language lasts for this customer.
  if (!isVisited) return <Attraction chooseLanguage={activateLocale} onStart={() => setIsVisited(true)} />
  return (
    <div className="flex h-dvh flex-col tiny:block tiny:overflow-y-auto">
      <Bar chooseLanguage={activateLocale} onEnd={end} />
      <SelfOrderPage onEnd={end} />
      <Idle onOver={end} />
    </div>
  )
}

function Idle({ onOver }: { onOver: () => void }) {
  const t = useText()
  const { leftMs, isOver, stay } = useIdle(false)
  const end = useEffectEvent(onOver)
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  return leftMs === undefined ? null : <IdlePrompt leftMs={leftMs} lead={t('selfOrder.stillHereNext')} onStay={stay} />
}
