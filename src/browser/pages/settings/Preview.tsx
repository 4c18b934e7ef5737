import { useQuery } from '@tanstack/react-query'
import { Phone } from 'lucide-react'
import type { ReactNode } from 'react'

import { ACCENT_COLORS, type Accent } from '#domain/accent.ts'
import { catalogQuery } from '../../api/catalog.ts'
import { Invitation } from '../../brand/customer-stage.tsx'
import { useText } from '../../i18n/use-text.ts'
import { PickPicture } from '../../sale/favorites/EditFavorites.tsx'
import { keyOfPick, usePickViews, type QuickPick } from '../../sale/favorites/saved-picks.ts'
import { Mark } from '../../brand/shop-brand.tsx'

/** Follows the draft, so a change is seen before it is saved. */
export function Preview({ children }: { children: ReactNode }) {
  const t = useText()
  return (
    <aside aria-label={t('settings.preview')} className="flex min-w-0 flex-col gap-2 lg:sticky lg:top-0">
      <h3 className="text-1 font-medium text-ink-2">{t('settings.preview')}</h3>
      <div className="overflow-x-auto rounded-3 bg-sunken p-4">{children}</div>
    </aside>
  )
}

type BrandPreviewProps = { name: string; phone: string; accent: Accent; logo: string | undefined }

export function BrandPreview({ name, phone, accent, logo }: BrandPreviewProps) {
  const t = useText()
  const { data: ofProvider } = useQuery({ ...catalogQuery, select: ({ point }) => point.agentName })
  return (
    <Preview>
      <div className="flex flex-col items-center gap-4 rounded-3 bg-surface px-4 py-6 text-center text-ink shadow-1">
        <Mark logo={logo} size={64} />
        <bdi className="text-6 font-semibold wrap-anywhere">{name || ofProvider || t('display.welcome')}</bdi>
        <div className="text-6">
          <Invitation />
        </div>
        <span
          className="flex min-h-bar w-full items-center justify-center rounded-2 px-5 text-3 font-semibold text-white forced-color-adjust-none"
          style={{ background: ACCENT_COLORS[accent].light.act }}
        >
          {t('signIn.enter')}
        </span>
        {phone !== '' && (
          <span className="flex items-center gap-2 font-medium">
            <Phone size={20} aria-hidden />
            <bdi dir="ltr">{phone}</bdi>
          </span>
        )}
      </div>
    </Preview>
  )
}

type HomePreviewProps = { favorites: readonly QuickPick[]; amounts: readonly string[] }

export function HomePreview({ favorites, amounts }: HomePreviewProps) {
  const t = useText()
  const viewOf = usePickViews()
  return (
    <Preview>
      {amounts.length > 0 && (
        <>
          <p className="mb-2 text-1 font-medium text-ink-2">{t('ticket.quickAmounts')}</p>
          <ul className="mb-4 grid grid-cols-3 gap-2">
            {amounts.map((amount) => (
              <li
                key={amount}
                className="grid min-h-hit place-items-center rounded-full border-1 border-line-strong bg-surface px-1 text-3 font-medium"
              >
                <bdi>{amount}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mb-2 text-1 font-medium text-ink-2">{t('quick.favorites')}</p>
      {favorites.length === 0 && <p className="text-ink-2">{t('settings.favorites.none')}</p>}
      <ul className="grid grid-cols-2 gap-2">
        {favorites.map((pick) => {
          const view = viewOf?.(pick)
          return (
            view && (
              <li
                key={keyOfPick(pick)}
                className={`flex min-h-[56px] min-w-0 items-center gap-2 rounded-2 border-1 p-2 ${view.isOffered ? 'border-line bg-surface' : 'border-dashed border-line-strong text-ink-3'}`}
              >
                <PickPicture view={view} />
                <span className="min-w-0 flex-1">
                  <bdi className="block truncate text-1 leading-4 font-medium text-ink-2">{view.brand}</bdi>
                  <span className="block text-2 leading-5 font-semibold wrap-anywhere">
                    {view.isOffered ? view.value : t('storefront.unavailable')}
                  </span>
                </span>
              </li>
            )
          )
        })}
      </ul>
    </Preview>
  )
}
