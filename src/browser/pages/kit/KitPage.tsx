import { setupI18n, type I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { useState, type ReactNode } from 'react'

import arabic from '../../i18n/ar.json'
import english from '../../i18n/en.json'
import { Chip } from '../../ui/Chip.tsx'
import { KitButtons } from './KitButtons.tsx'
import { KitData } from './KitData.tsx'
import { KitFields } from './KitFields.tsx'
import { KitOverlays } from './KitOverlays.tsx'

const LANGUAGES = {
  en: {
    dir: 'ltr',
    i18n: setupI18n({ locale: 'en', messages: { en: english } }),
  },
  ar: {
    dir: 'rtl',
    i18n: setupI18n({ locale: 'ar', messages: { ar: arabic } }),
  },
} satisfies Record<string, { dir: string; i18n: I18n }>

const VIEWS = [
  { theme: 'light', language: 'en' },
  { theme: 'dark', language: 'en' },
  { theme: 'light', language: 'ar' },
  { theme: 'dark', language: 'ar' },
] as const

/** Every part of the kit in every state, in both themes and both directions. It is a page of development only. */
export default function KitPage() {
  const [shown, setShown] = useState<number>()
  return (
    <div className="h-[100dvh] overflow-y-auto bg-canvas">
      <div className="flex gap-2 p-4">
        {[undefined, 0, 1, 2, 3].map((view) => (
          <Chip key={String(view)} isSelected={view === shown} onClick={() => setShown(view)}>
            {view === undefined ? 'All' : `${VIEWS[view]?.theme} ${VIEWS[view]?.language}`}
          </Chip>
        ))}
      </div>
      <div className={`grid ${shown === undefined ? 'grid-cols-2 max-md:grid-cols-1' : ''}`}>
        {VIEWS.map(({ theme, language }, at) => {
          const { dir, i18n } = LANGUAGES[language]
          return (
            (shown ?? at) === at && (
              <section
                key={`${theme} ${language}`}
                aria-label={`${theme} ${language}`}
                data-theme={theme}
                dir={dir}
                lang={language}
                className="flex min-w-0 flex-col gap-6 bg-canvas p-5 text-ink"
              >
                <I18nProvider i18n={i18n}>
                  <Parts />
                </I18nProvider>
              </section>
            )
          )
        })}
      </div>
    </div>
  )
}

const Parts = (): ReactNode => (
  <>
    <KitButtons />
    <KitFields />
    <KitData />
    <KitOverlays />
  </>
)
