import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ClipboardCheck, ListChecks, Phone, Printer } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'

import { sessionQuery } from '../api/session.ts'
import { KEYS, useHotkeys, useShortcuts, type Key } from '../lib/hotkeys.ts'
import type { MessageId } from '../i18n/locale.ts'
import { useText } from '../i18n/use-text.ts'
import { useFirstSteps } from '../pages/first-steps/use-first-steps.ts'
import { paths } from '../paths.ts'
import { SaleChip } from '../sale/SaleRowParts.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Kbd } from '../ui/Kbd.tsx'
import { Switch } from '../ui/Switch.tsx'
import { GUIDES, STATES, type GuideStep } from './help-guides.ts'
import { HELP_SECTIONS, openHelp, useOpenHelp, type HelpSection } from './open-help.ts'

export function Help() {
  const { isOpen, section } = useOpenHelp()
  useHotkeys([{ ...KEYS.help, run: () => openHelp('keys') }])
  // Otherwise it would open for the next person.
  useEffect(() => closeHelp, [])
  return isOpen ? <HelpSheet section={section} onClose={closeHelp} /> : null
}

const closeHelp = () => useOpenHelp.setState({ isOpen: false })

type HelpSheetProps = { section?: HelpSection | undefined; onClose: () => void }

export function HelpSheet({ section, onClose }: HelpSheetProps) {
  const t = useText()
  const navigate = useNavigate()
  const close = useRef<HTMLButtonElement>(null)
  // The focus is not on a switch or section, because an extra key press would change it.
  useEffect(() => close.current?.focus({ preventScroll: true }), [])
  const goTo = (path: string) => {
    onClose()
    void navigate(path)
  }
  return (
    <Dialog
      size="wide"
      heading={t('shell.help')}
      actions={
        <Button ref={close} size="lg" onClick={onClose}>
          {t('shell.close')}
        </Button>
      }
      onClose={onClose}
    >
      <FirstStepsLink onGo={() => goTo(paths.firstSteps())} />
      <Button size="lg" icon={ClipboardCheck} onClick={() => goTo(paths.ready())}>
        {t('help.ready')}
      </Button>
      <div className="divide-y divide-line rounded-3 border border-line">
        {HELP_SECTIONS.map((id) => (
          <Section key={id} id={id} isOpen={id === section}>
            {id === 'states' ? <States /> : id === 'keys' ? <Keys /> : <StepList steps={GUIDES[id].steps} />}
            {id === 'printing' && (
              <Button icon={Printer} onClick={() => goTo(paths.printer())}>
                {t('help.printing.go')}
              </Button>
            )}
            {id === 'support' && (
              <Button icon={Phone} onClick={() => goTo(paths.support())}>
                {t('help.support')}
              </Button>
            )}
          </Section>
        ))}
      </div>
    </Dialog>
  )
}

type SectionProps = { id: HelpSection; isOpen: boolean; children: ReactNode }

function Section({ id, isOpen, children }: SectionProps) {
  const t = useText()
  const { icon: Icon } = GUIDES[id]
  return (
    <details className="group" name="help" open={isOpen}>
      <summary className="flex min-h-bar cursor-pointer list-none items-center gap-3 px-4 text-3 font-medium [&::-webkit-details-marker]:hidden">
        <Icon className="text-act-ink" size={24} aria-hidden />
        <span className="min-w-0 flex-1">{t(`help.section.${id}`)}</span>
        <ChevronDown className="transition duration-1 group-open:rotate-180" size={20} aria-hidden />
      </summary>
      <div className="flex flex-col items-start gap-3 px-4 pt-1 pb-4">{children}</div>
    </details>
  )
}

function StepList({ steps }: { steps: readonly GuideStep[] }) {
  const t = useText()
  return (
    <ol className="flex flex-col gap-3">
      {steps.map(({ icon: Icon, text }) => (
        <li key={text} className="flex items-center gap-3">
          <span className="grid size-7 shrink-0 place-items-center rounded-2 bg-act-tint text-act-ink">
            <Icon size={20} aria-hidden />
          </span>
          <span className="min-w-0">{t(text)}</span>
        </li>
      ))}
    </ol>
  )
}

function States() {
  const t = useText()
  return (
    <dl className="grid gap-x-4 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-baseline">
      {STATES.map((sale) => {
        const meaning = 'held' in sale ? 'held' : 'voucher' in sale ? 'code-coming' : sale.state
        return (
          <div key={meaning} className="contents">
            <dt>
              <SaleChip sale={sale} />
            </dt>
            <dd>{t(`help.state.${meaning}`)}</dd>
          </div>
        )
      })}
    </dl>
  )
}

function Keys() {
  const t = useText()
  const areOn = useShortcuts((shortcuts) => shortcuts.areOn)
  return (
    <>
      <Switch isOn={areOn} onChange={(isOn) => useShortcuts.setState({ areOn: isOn })}>
        <b className="block font-semibold">{t('help.switch')}</b>
        <span className="text-1 text-ink-2">{t('help.switchHint')}</span>
      </Switch>
      {KEY_GROUPS.map(({ heading, lines }) => (
        <section key={heading} className="w-full">
          <h3 className="text-1 font-medium text-ink-2">{t(heading)}</h3>
          <dl>
            {lines.map(({ shown, text }) => (
              <div key={text} className="flex min-h-6 items-center gap-3">
                <dt className="flex w-[8.5rem] shrink-0 gap-1" dir="ltr">
                  {shown.map((key) => (
                    <Kbd key={key} isListed>
                      {key}
                    </Kbd>
                  ))}
                </dt>
                <dd className="min-w-0">{t(text)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  )
}

function FirstStepsLink({ onGo }: { onGo: () => void }) {
  const t = useText()
  const { data: isSupervisor = false } = useQuery({
    ...sessionQuery,
    select: ({ person }) => person?.role === 'supervisor',
  })
  const steps = useFirstSteps({ enabled: isSupervisor })
  const done = steps?.filter(({ state }) => state === 'done').length
  if (!isSupervisor || !steps || done === undefined || done === steps.length) return null
  return (
    <Button variant="tint" size="lg" icon={ListChecks} onClick={onGo}>
      {t('help.firstSteps', { done, total: steps.length })}
    </Button>
  )
}

type Line = Pick<Key, 'shown' | 'text'>
type Group = { heading: MessageId; lines: readonly Line[] }

// Handled by the focused element, not by `KEYS`.
const ENTER_ON_A_PRODUCT: Line = { shown: ['Enter'], text: 'help.firstResult' }
const ARROWS_TO_PAY: Line = { shown: KEYS.arrows.shown, text: 'help.pay' }
const ENTER_WHEN_SOLD: Line = { shown: ['Enter'], text: 'help.newSale' }

const KEY_GROUPS: readonly Group[] = [
  {
    heading: 'help.choosing',
    lines: [KEYS.letter, KEYS.digit, KEYS.operator, KEYS.favorite, KEYS.arrows, ENTER_ON_A_PRODUCT],
  },
  { heading: 'help.selling', lines: [KEYS.delete, KEYS.enter, ARROWS_TO_PAY, KEYS.escape] },
  { heading: 'help.sold', lines: [KEYS.print, KEYS.copy, KEYS.given, ENTER_WHEN_SOLD] },
  { heading: 'help.everywhere', lines: [KEYS.search, KEYS.openItems, KEYS.help] },
]
