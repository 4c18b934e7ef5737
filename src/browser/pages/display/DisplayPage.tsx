import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, type ReactNode } from 'react'

import { Invitation, Shelf } from '../../brand/customer-stage.tsx'
import { displayQuery, displayShopQuery, isNoDisplay, usePairDisplay } from '../../api/displays.ts'
import { LANGUAGES } from '../../i18n/languages.ts'
import { activateLocale, showLanguage, useLocalePreference } from '../../i18n/locale.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useCodeOfFragment } from '../../lib/use-code-of-fragment.ts'
import { LOCALES } from '../../i18n/writing.ts'
import { Secret } from '../../lib/secret.ts'
import { Mark, useShopAccent } from '../../brand/shop-brand.tsx'
import '../../styles/display.css'
import { Button } from '../../ui/Button.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { DisplayedSale, QR_PX } from './DisplayedSale.tsx'
import { PairScreen } from './PairScreen.tsx'

/** How long (ms) the last view stays without a newer response. */
const LOST_MS = 5_000
/** How long (ms) a language chosen on the idle screen lasts. */
const LANGUAGE_IDLE_MS = 20_000

/** Without sign-in, on a tablet or in a second window. It may only read what its till shows. */
export default function DisplayPage() {
  const t = useText()
  const view = useQuery(displayQuery)
  const shop = useQuery({ ...displayShopQuery, enabled: view.isSuccess })
  const pair = usePairDisplay()
  useCodeOfFragment((code) => pair.mutate(new Secret(code)))

  useShopAccent(shop.data?.accent)
  const isLost = view.isError && view.errorUpdatedAt - view.dataUpdatedAt > LOST_MS
  const shown = isLost ? undefined : view.data
  const isIdle = shown === undefined || shown.show === 'idle'
  useShopLanguage(isIdle)
  useLayoutEffect(() => {
    document.title = t('display.title')
  }, [t])

  if (isNoDisplay(view.error) || pair.isPending || pair.isError)
    return (
      <Sheet>
        <PairScreen pair={pair} />
      </Sheet>
    )
  const { name, logo, shelf, orderLink } = shop.data ?? {}
  const mark = <Mark logo={logo} size={isIdle ? 64 : 44} />
  return (
    <Sheet
      head={
        <>
          {!isIdle && (
            <>
              {mark}
              <bdi className="flex-1 text-4 font-semibold wrap-anywhere">{name}</bdi>
            </>
          )}
          <Languages />
        </>
      }
      note={view.data?.isPractice ? t('display.practice') : undefined}
    >
      {isIdle ? (
        <>
          <div className="display__main items-center text-center">
            <div className="flex max-w-full flex-wrap items-center justify-center gap-4">
              {mark}
              <h1 className="min-w-0 text-6 wrap-anywhere sm:text-7">
                <bdi>{name ?? t(isLost ? 'display.offline' : 'display.welcome')}</bdi>
              </h1>
            </div>
            {!isLost && (
              <div className="text-[clamp(2.5rem,7.5vw,6rem)] leading-[1.15] tracking-2">
                <Invitation />
              </div>
            )}
            {!isLost && (
              <div className="flex w-full flex-wrap items-center justify-center gap-5 empty:hidden">
                {shelf && <Shelf {...shelf} />}
                {orderLink !== undefined && (
                  <div className="flex w-min flex-col items-center gap-2">
                    <QrCode text={orderLink} name={t('display.order')} minPx={QR_PX} className="rounded-3" />
                    <p className="display__lead font-semibold">{t('display.order')}</p>
                  </div>
                )}
              </div>
            )}
          </div>
          <p
            className="display__lead border-t-1 border-dashed border-paper-line-strong pt-4 text-paper-ink"
            role="status"
          >
            {isLost ? t(name === undefined ? 'display.offlineNext' : 'display.offline') : t('display.goods')}
          </p>
        </>
      ) : (
        <DisplayedSale view={shown} />
      )}
    </Sheet>
  )
}

function Sheet({ head, note, children }: { head?: ReactNode; note?: string | undefined; children: ReactNode }) {
  return (
    <main className="display">
      <div className="display__slot" />
      <div className="display__sheet perforated-shadow">
        <div className="display__paper paper perforated">
          {note !== undefined && (
            <p className="rounded-2 bg-train p-2 text-center font-semibold text-train-on">{note}</p>
          )}
          {head !== undefined && <header className="display__head flex items-center justify-end gap-4">{head}</header>}
          {children}
        </div>
      </div>
    </main>
  )
}

/** The choice is for this customer only and is not stored. */
function Languages() {
  const locale = useLocale()
  return LOCALES.filter((each) => each !== locale).map((each) => (
    <Button key={each} lang={each} size="lg" onClick={() => void activateLocale(each)}>
      {LANGUAGES[each].name}
    </Button>
  ))
}

function useShopLanguage(isIdle: boolean): void {
  const locale = useLocale()
  const own = useLocalePreference((state) => state.locale)
  useEffect(() => {
    // Runs when the display becomes idle, so a choice made later lasts for a while.
    if (isIdle) void showLanguage(own)
  }, [isIdle, own])
  useEffect(() => {
    if (!isIdle || locale === own) return
    const timer = setTimeout(() => void activateLocale(own), LANGUAGE_IDLE_MS)
    return () => clearTimeout(timer)
  }, [isIdle, locale, own])
}
