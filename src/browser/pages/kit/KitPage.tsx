import { setupI18n, type I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { Languages, Lock, Moon } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import arabic from '../../i18n/ar.json'
import english from '../../i18n/en.json'
import hindi from '../../i18n/hi.json'
import urdu from '../../i18n/ur.json'
import { LOCALES, WRITING } from '../../i18n/writing.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { Menu, MenuItem, MenuLine, MenuSwitch } from '../../ui/Menu.tsx'
import { SummaryHead, TicketSummary } from '../../ui/TicketSummary.tsx'
import { Toast } from '../../ui/Toast.tsx'
import { KitButtons, KitGroup } from './KitButtons.tsx'
import { KitData } from './KitData.tsx'
import { KitFields } from './KitFields.tsx'

const MESSAGES = { en: english, ar: arabic, ur: urdu, hi: hindi }
const I18NS: ReadonlyMap<string, I18n> = new Map(
  LOCALES.map((locale) => [locale, setupI18n({ locale, messages: { [locale]: MESSAGES[locale] } })]),
)

const VIEWS = LOCALES.flatMap((language) => (['light', 'dark'] as const).map((theme) => ({ theme, language })))

/** Every UI component in every state, theme and language. Development only. */
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

function KitOverlays() {
  const [open, setOpen] = useState<'md' | 'wide' | 'drawer'>()
  const [isDark, setIsDark] = useState(false)
  const close = () => setOpen(undefined)
  const foot = (
    <Button size="lg" variant="primary" onClick={close}>
      Close
    </Button>
  )
  return (
    <KitGroup title="Toast, Dialog, Drawer, Menu">
      <Toast tone="ok" action={{ text: 'Open', onPress: close }} shownMs={3_600_000} onClose={close}>
        Sale 0482 went through
      </Toast>
      {(['md', 'wide', 'drawer'] as const).map((each) => (
        <Button key={each} onClick={() => setOpen(each)}>
          Open {each}
        </Button>
      ))}
      <Menu label="Amal R." renderTrigger={(props) => <Button {...props}>Amal R.</Button>} head={<b>Amal R.</b>}>
        <MenuItem icon={Languages} value="English" isOpening onPress={close}>
          Language
        </MenuItem>
        <MenuSwitch icon={Moon} isOn={isDark} onChange={setIsDark}>
          Dark theme
        </MenuSwitch>
        <MenuLine />
        <MenuItem icon={Lock} onPress={close}>
          Lock
        </MenuItem>
      </Menu>
      {open === 'drawer' ? (
        <Drawer label="Sale 0483" foot={foot} onClose={close}>
          <TicketSummary>
            <SummaryHead title="Pixelmoor 200" note="Sale 0483, today 14:32:01" />
          </TicketSummary>
        </Drawer>
      ) : (
        open && (
          <Dialog heading="Supervisor needed" size={open} actions={foot} onClose={close}>
            <p className="text-ink-2">AED 250 is above the limit for this till. Nothing is sold yet.</p>
          </Dialog>
        )
      )}
    </KitGroup>
  )
}
