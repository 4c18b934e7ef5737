import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'

import { shelfOf } from '#domain/catalog/customer-shelf.ts'
import type { Tile } from '#domain/catalog/frontview.ts'
import { catalogQuery } from '../../api/catalog.ts'
import { isPracticing, sessionQuery } from '../../api/session.ts'
import { Invitation, Shelf } from '../../brand/customer-stage.tsx'
import { ShopMark } from '../../brand/shop-brand.tsx'
import { LANGUAGES } from '../../i18n/languages.ts'
import type { Locale } from '../../i18n/locale.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { LOCALES } from '../../i18n/writing.ts'
import { Button } from '../../ui/Button.tsx'
import { PracticeTag } from './KioskBar.tsx'

function useShopName(): string {
  const t = useText()
  const { data: name } = useQuery({ ...sessionQuery, select: ({ shop }) => shop?.name })
  const { data: agent } = useQuery({ ...catalogQuery, select: ({ point }) => point.agentName })
  return name ?? agent ?? t('shell.title')
}

const selectShelf = ({ tiles }: { tiles: readonly Tile[] }) => shelfOf(tiles)

type Choose = { chooseLanguage: (locale: Locale) => Promise<void> }

/** Invites customers to order, and shows the languages. */
export function Attraction({ onStart, chooseLanguage }: Choose & { onStart: () => void }) {
  const t = useText()
  const name = useShopName()
  const { data: isPractice } = useQuery({ ...sessionQuery, select: isPracticing })
  const { data: shelf } = useQuery({ ...catalogQuery, select: selectShelf })
  const languages = useOtherLanguages()
  return (
    <div className="h-dvh overflow-y-auto">
      <main className="flex min-h-full flex-col items-center justify-center gap-5 p-6 text-center">
        <div className="flex items-center gap-4">
          <ShopMark size={56} />
          <h1 className="text-6">
            <bdi>{name}</bdi>
          </h1>
        </div>
        <div className="text-7 leading-[1.15] sm:text-8">
          <Invitation />
        </div>
        <p className="text-4 text-ink-2">{t('selfOrder.attraction')}</p>
        {isPractice && <PracticeTag />}
        {shelf && <Shelf {...shelf} />}
        <div className="grid w-full max-w-[36rem] grid-cols-1 gap-3 sm:grid-cols-3 sm:*:first:col-span-3">
          <Button variant="primary" size="xl" onClick={onStart}>
            {t('selfOrder.start')}
          </Button>
          {languages.map((locale) => (
            <Button
              key={locale}
              size="lg"
              lang={locale}
              onClick={() => {
                void chooseLanguage(locale)
                onStart()
              }}
            >
              {LANGUAGES[locale].name}
            </Button>
          ))}
        </div>
      </main>
    </div>
  )
}

export function Bar({ onEnd, chooseLanguage }: Choose & { onEnd: () => void }) {
  const t = useText()
  const name = useShopName()
  const languages = useOtherLanguages()
  const { data: isPractice } = useQuery({ ...sessionQuery, select: isPracticing })
  return (
    <header className="flex min-h-bar min-w-0 flex-wrap items-center gap-3 bg-rail px-4 max-sm:gap-2 max-sm:px-3 text-2 text-rail-ink [--focus-gap:transparent] [--focus:var(--night-focus)]">
      <ShopMark size={28} />
      <b className="truncate font-semibold text-white max-sm:hidden" dir="auto">
        {name}
      </b>
      {isPractice && <PracticeTag />}
      <div className="ms-auto flex min-w-0 items-center gap-1">
        {languages.map((locale) => (
          <button key={locale} type="button" lang={locale} className={ITEM} onClick={() => void chooseLanguage(locale)}>
            {LANGUAGES[locale].name}
          </button>
        ))}
        <button type="button" className={ITEM} onClick={onEnd}>
          <RotateCcw size={24} aria-hidden />
          <span className="max-sm:sr-only">{t('selfOrder.startOver')}</span>
        </button>
      </div>
    </header>
  )
}

const ITEM = 'inline-flex min-h-hit min-w-hit shrink-0 items-center justify-center gap-2 rounded-2 px-2 sm:px-3'

function useOtherLanguages(): Locale[] {
  const shown = useLocale()
  return LOCALES.filter((locale) => locale !== shown)
}
