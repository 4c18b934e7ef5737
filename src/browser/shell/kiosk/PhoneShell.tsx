import { useQuery } from '@tanstack/react-query'
import { QrCode as QrIcon } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { useJoinByPhone } from '../../api/orders.ts'
import { ServerFailure } from '../../api/request.ts'
import { sessionQuery } from '../../api/session.ts'
import { useShopAccent } from '../../brand/shop-brand.tsx'
import { setTimeZone } from '../../i18n/format-time.ts'
import { chooseLocale } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { forget } from '../../lib/storage.ts'
import { useCodeOfFragment } from '../../lib/use-code-of-fragment.ts'
import { findPlacedOrder } from '../../pages/sell/self-order/placed-order.ts'
import { SelfOrderPage } from '../../pages/sell/self-order/SelfOrderPage.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { MessagePage } from '../../ui/MessagePage.tsx'
import { Attraction, Bar } from './SelfOrderParts.tsx'

/** The shop may have turned orders from phones off. */
const REFETCH_MS = 15_000

/** A customer's own phone: the pages of the self-order tablet, without a reset when it is idle. */
export function PhoneShell() {
  const t = useText()
  // Read before the invitation is removed from the URL. Until it was accepted, this browser has no session.
  const [isInvited] = useState(() => window.location.hash !== '')
  const join = useJoinByPhone()
  useCodeOfFragment(join.mutate)
  const session = useQuery({
    ...sessionQuery,
    enabled: !isInvited || join.isSuccess,
    refetchInterval: ({ state }) => (state.data?.terminal?.isPhone ? REFETCH_MS : false),
  })
  const { data } = session
  if (data) setTimeZone(data.timeZone)
  useShopAccent(data?.shop?.accent)
  // As on a tablet, this attribute enlarges controls.
  useLayoutEffect(() => document.documentElement.setAttribute('data-kiosk', ''), [])
  // Called here, because this component is rendered again when the customer leaves the order.
  const { pathname } = useLocation()

  // An order that waits at the counter is shown even after the phone's hour.
  if (data?.terminal?.isPhone || findPlacedOrder()) return <Order isStarted={pathname !== paths.phone()} />
  if (join.isPending || session.isFetching) return <Loading />
  const refusal = join.error instanceof ServerFailure ? join.error.failure.code : undefined
  // A till in practice is refused before the invitation is read.
  const isTill = refusal === 'invalid-operation' || refusal === 'in-practice'
  const isWrong = refusal === 'wrong-code' || refusal === 'invalid-request'
  const isAway = (join.isError && !isTill && !isWrong) || session.isError
  const retry = () => (join.isError && join.variables ? join.mutate(join.variables) : void session.refetch())
  return (
    <div className="flex h-dvh">
      <MessagePage
        icon={QrIcon}
        role="alert"
        heading={t(isAway ? 'selfOrder.away' : isTill ? 'phone.isTill' : 'phone.again')}
        actions={
          isAway && (
            <Button size="lg" onClick={retry}>
              {t('storefront.tryAgain')}
            </Button>
          )
        }
      />
    </div>
  )
}

function Loading() {
  return (
    <p role="status" className="sr-only">
      {useText()('storefront.loading')}
    </p>
  )
}

function Order({ isStarted }: { isStarted: boolean }) {
  const navigate = useNavigate()
  const end = () => {
    forget('person')
    void navigate(paths.phone(), { replace: true })
  }
  // Stored, because it is the customer's own phone.
  if (!isStarted) return <Attraction chooseLanguage={chooseLocale} onStart={() => void navigate(paths.sell())} />
  return (
    <div className="flex h-dvh flex-col tiny:block tiny:overflow-y-auto">
      <Bar chooseLanguage={chooseLocale} onEnd={end} />
      <SelfOrderPage onEnd={end} />
    </div>
  )
}
