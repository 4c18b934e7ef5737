import { setupI18n, type I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { useState, type ReactNode } from 'react'

import arabic from '../../i18n/ar.json'
import english from '../../i18n/en.json'
import hindi from '../../i18n/hi.json'
import urdu from '../../i18n/ur.json'
import { LOCALES, WRITING } from '../../i18n/writing.ts'
import { Chip } from '../../ui/Chip.tsx'
import { KitButtons } from './KitButtons.tsx'
import { KitData } from './KitData.tsx'
import { KitFields } from './KitFields.tsx'
import { KitOverlays } from './KitOverlays.tsx'

const MESSAGES = { en: english, ar: arabic, ur: urdu, hi: hindi }
const I18NS: ReadonlyMap<string, I18n> = new Map(
  LOCALES.map((locale) => [locale, setupI18n({ locale, messages: { [locale]: MESSAGES[locale] } })]),
)

const VIEWS = LOCALES.flatMap((language) => (['light', 'dark'] as const).map((theme) => ({ theme, language })))

/** Every part of the kit in every state, in both themes and all languages. It is a page of development only. */
export default function KitPage() {
  const [shown, setShown] = useState<number>()
  return (
    <div className="h-[100dvh] overflow-y-auto bg-canvas">
      <div className="flex gap-2 p-4">
        {[undefined, ...VIEWS.keys()].map((view) => (
          <Chip key={String(view)} isSelected={view === shown} onClick={() => setShown(view)}>
            {view === undefined ? 'All' : `${VIEWS[view]?.theme} ${VIEWS[view]?.language}`}
          </Chip>
        ))}
      </div>
      <div className={`grid ${shown === undefined ? 'grid-cols-2 max-md:grid-cols-1' : ''}`}>
        {VIEWS.map(({ theme, language }, at) => {
          const i18n = I18NS.get(language)
          return (
            (shown ?? at) === at &&
            i18n && (
              <section
                key={`${theme} ${language}`}
                aria-label={`${theme} ${language}`}
                data-theme={theme}
                dir={WRITING[language].direction}
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
