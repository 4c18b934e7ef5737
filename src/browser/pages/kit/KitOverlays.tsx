import { ChevronDown, Languages, Lock, Moon, Printer, Users } from 'lucide-react'
import { useState } from 'react'

import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { Menu, MenuItem, MenuLine, MenuSwitch } from '../../ui/Menu.tsx'
import { SummaryHead, TicketSummary } from '../../ui/TicketSummary.tsx'
import { Toast } from '../../ui/Toast.tsx'
import { KitGroup } from './KitButtons.tsx'

const HOUR_MS = 3_600_000

/** What opens over a page. */
export function KitOverlays() {
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
