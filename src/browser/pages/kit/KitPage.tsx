import { setupI18n, type I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { ChevronDown, Languages, Lock, Moon, Printer, Users } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import arabic from '../../i18n/ar.json'
import english from '../../i18n/en.json'
import hindi from '../../i18n/hi.json'
import urdu from '../../i18n/ur.json'
import { LOCALES, WRITING } from '../../i18n/writing.ts'
import { Avatar } from '../../ui/Avatar.tsx'
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

const HOUR_MS = 3_600_000

/** What opens over a page. */
function KitOverlays() {
  const [open, setOpen] = useState<'dialog' | 'wide dialog' | 'drawer'>()
  const [isDark, setIsDark] = useState(false)
  const close = () => setOpen(undefined)
  return (
    <>
      <KitGroup title="Toast">
        <div className="flex w-[368px] max-w-full flex-col gap-3">
          <Toast tone="ok" action={{ text: 'Open', onPress: () => {} }} shownMs={HOUR_MS} onClose={() => {}}>
            Sale 0482 went through
          </Toast>
          <Toast icon={Printer} shownMs={HOUR_MS} onClose={() => {}}>
            The printer has no paper
          </Toast>
        </div>
      </KitGroup>
      <KitGroup title="Dialog, Drawer, Menu">
        <Button onClick={() => setOpen('dialog')}>Open a dialog</Button>
        <Button onClick={() => setOpen('wide dialog')}>Open a wide dialog</Button>
        <Button onClick={() => setOpen('drawer')}>Open a drawer</Button>
        <div className="ms-auto">
          <Menu
            label="Amal R."
            renderTrigger={(props) => (
              <Button {...props} icon={ChevronDown}>
                Amal R.
              </Button>
            )}
            head={
              <>
                <Avatar id="amal" name="Amal R." size="md" />
                <b>Amal R.</b>
              </>
            }
          >
            <MenuItem icon={Users} isOpening onPress={() => {}}>
              Switch person
            </MenuItem>
            <MenuItem icon={Languages} value="English" isOpening onPress={() => {}}>
              Language
            </MenuItem>
            <MenuSwitch icon={Moon} isOn={isDark} onChange={setIsDark}>
              Dark theme
            </MenuSwitch>
            <MenuLine />
            <MenuItem icon={Lock} onPress={() => {}}>
              Lock
            </MenuItem>
          </Menu>
        </div>
      </KitGroup>
      {(open === 'dialog' || open === 'wide dialog') && (
        <Dialog
          heading="Supervisor needed"
          size={open === 'dialog' ? 'md' : 'wide'}
          actions={
            <>
              <Button size="lg" onClick={close}>
                Cancel
              </Button>
              <Button size="lg" variant="primary" onClick={close}>
                Enter PIN
              </Button>
            </>
          }
          onClose={close}
        >
          <p className="text-ink-2">AED 250 is above the limit for this till. Nothing is sold yet.</p>
        </Dialog>
      )}
      {open === 'drawer' && (
        <Drawer
          label="Sale 0483"
          foot={
            <>
              <Button size="lg" variant="primary" icon={Printer}>
                Reprint
              </Button>
              <Button size="lg" onClick={close}>
                Close
              </Button>
            </>
          }
          onClose={close}
        >
          <TicketSummary>
            <SummaryHead title="Pixelmoor 200" note="Sale 0483, today 14:32:01" />
          </TicketSummary>
        </Drawer>
      )}
    </>
  )
}
