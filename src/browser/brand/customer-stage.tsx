import { useEffect, useState } from 'react'

import type { CustomerShelf } from '#domain/catalog/customer-shelf.ts'
import { LANGUAGES } from '../i18n/languages.ts'
import { LOCALES } from '../i18n/writing.ts'
import { BANNER_GROUNDS } from '../ui/banner-grounds.ts'
import { Picture, usePicture } from '../ui/Picture.tsx'

const TURN_MS = 5_000

function useTurn(): number {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTurn((last) => last + 1), TURN_MS)
    return () => clearInterval(timer)
  }, [])
  return turn
}

/** "Top up here" in each language in turn, because a passer-by reads only some. Screen readers get the page's own words. */
export function Invitation() {
  const locale = LOCALES[useTurn() % LOCALES.length]!
  return (
    <p key={locale} lang={locale} dir="auto" className="animate-print font-semibold" aria-hidden>
      {LANGUAGES[locale].topUpHere}
    </p>
  )
}

export function Shelf({ brands, offers }: CustomerShelf) {
  const turn = useTurn()
  const offer = offers[turn % Math.max(1, offers.length)]
  return (
    <div className="flex w-[38rem] max-w-full min-w-0 flex-col items-center gap-5">
      {brands.length > 0 && (
        <ul className="flex flex-wrap justify-center gap-2 sm:gap-4">
          {brands.map(({ name, picture }) => (
            <li key={picture} className="rounded-3 bg-surface shadow-1 sm:p-2">
              <Picture src={picture} name={name} size="lg" />
              <span className="sr-only">{name}</span>
            </li>
          ))}
        </ul>
      )}
      {offer && <Offer key={offer.lines.join('\n')} {...offer} />}
    </div>
  )
}

function Offer({ lines: [heading, ...lines], picture, isInternational }: CustomerShelf['offers'][number]) {
  const shown = usePicture(picture)
  return (
    <div
      className={`relative flex min-h-9 w-full max-w-[36rem] animate-print flex-col items-start justify-end overflow-hidden rounded-3 p-4 text-start text-white ${BANNER_GROUNDS[isInternational ? 'international' : 'other']}`}
    >
      {shown && (
        <img {...shown} alt="" className="absolute inset-0 size-full object-contain object-right rtl:-scale-x-100" />
      )}
      <b className="relative text-4 font-semibold" dir="auto">
        {heading}
      </b>
      {lines.length > 0 && (
        <span className="relative text-2" dir="auto">
          {lines.join(' ')}
        </span>
      )}
    </div>
  )
}
