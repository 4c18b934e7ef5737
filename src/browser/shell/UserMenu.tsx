import { useQuery } from '@tanstack/react-query'
import {
  Banknote,
  ClipboardCheck,
  GraduationCap,
  Languages,
  ListPlus,
  LockKeyhole,
  MonitorSmartphone,
  Moon,
  Printer,
  Undo2,
  UsersRound,
  Volume2,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { failureMessage } from '../api/failure-message.ts'
import { sessionQuery, useChooseLanguage, useSignOut } from '../api/session.ts'
import { LANGUAGES } from '../i18n/languages.ts'
import type { Locale } from '../i18n/locale.ts'
import { firstName, shortName } from '../lib/current-user.ts'
import { useLocale, useText } from '../i18n/use-text.ts'
import { LOCALES } from '../i18n/writing.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { paths } from '../paths.ts'
import { findVisit } from '../lib/presence.ts'
import type { PrinterKind } from '../printing/receipt-printer.ts'
import { deviceOf, useTerminalPrinter } from '../printing/terminal-printer.ts'
import { useConnection } from '../printing/use-connection.ts'
import { useIsDark, useTheme } from '../lib/theme.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine, MenuSwitch } from '../ui/Menu.tsx'
import { PHONE, useMedia } from '../lib/use-media.ts'
import { PracticeDialog } from './PracticeDialog.tsx'
import { isOn, SOUNDS, useSounds } from './sounds/sound-preference.ts'
import { UserLabel, type UserProps } from './UserLabel.tsx'

const SoundsDialog = lazyPart(async () => (await import('./sounds/SoundsDialog.tsx')).SoundsDialog)

export function UserMenu({ person }: UserProps) {
  const t = useText()
  const navigate = useNavigate()
  const signOut = useSignOut()
  const choosing = useChooseLanguage()
  const isPhone = useMedia(PHONE)
  const { data: hasDrawer } = useQuery({ ...sessionQuery, select: ({ settings }) => settings?.drawer === true })
  const { data: session } = useQuery(sessionQuery)
  const sounds = useSounds()
  const [isSwitching, setIsSwitching] = useState(false)
  const [isChoosingSounds, setIsChoosingSounds] = useState(false)
  return (
    <>
      <VisitEnd key={person.id} person={person} />
      <Menu
        label={t('userMenu.label')}
        renderTrigger={(props) => (
          <button
            type="button"
            {...props}
            aria-busy={signOut.isPending}
            aria-label={isPhone ? shortName(person.name) : undefined}
            className="flex min-h-hit items-center gap-2 rounded-2 px-2 text-start active:bg-rail-2"
          >
            <UserLabel person={person} />
          </button>
        )}
        head={
          <>
            <Avatar id={person.id} name={person.name} size="md" />
            <span className="min-w-0 flex-1">
              <bdi className="block font-semibold">{person.name}</bdi>
              <span className="text-1 text-ink-2">{t(`shell.role.${person.role}`)}</span>
            </span>
          </>
        }
      >
        <MenuItem icon={UsersRound} onPress={() => signOut.mutate()}>
          {t('shell.switch')}
        </MenuItem>
        <LanguageItem onChoose={(locale) => choosing.mutate(locale)} />
        <ThemeSwitch />
        <MenuItem icon={Printer} value={<PrinterState />} isOpening onPress={() => void navigate(paths.printer())}>
          {t('userMenu.printer')}
        </MenuItem>
        <MenuItem
          icon={Volume2}
          value={t(
            SOUNDS.some((each) => isOn(sounds, each, Date.now())) ? 'userMenu.sounds.on' : 'userMenu.sounds.off',
          )}
          isOpening
          onPress={() => setIsChoosingSounds(true)}
        >
          {t('userMenu.sounds')}
        </MenuItem>
        <MenuItem icon={ClipboardCheck} isOpening onPress={() => void navigate(paths.ready())}>
          {t('userMenu.ready')}
        </MenuItem>
        {/* The window is named, so a second press brings it to the front. */}
        <MenuItem icon={MonitorSmartphone} onPress={() => window.open(paths.display(), 'toptill-display', 'popup')}>
          {t('userMenu.display')}
        </MenuItem>
        {hasDrawer && (
          <MenuItem icon={Banknote} isOpening onPress={() => void navigate(paths.shift())}>
            {t('userMenu.shift')}
          </MenuItem>
        )}
        <MenuItem icon={ListPlus} isOpening onPress={() => void navigate(paths.list())}>
          {t('list.title')}
        </MenuItem>
        {session?.hasPractice && (
          <MenuItem icon={GraduationCap} isOpening onPress={() => setIsSwitching(true)}>
            {t(session.terminal?.isPractice ? 'userMenu.practice.end' : 'userMenu.practice')}
          </MenuItem>
        )}
        <MenuLine />
        <MenuItem icon={LockKeyhole} onPress={() => signOut.mutate()}>
          {t('shell.lock')}
        </MenuItem>
      </Menu>
      {choosing.error && (
        <Dialog
          heading={t('userMenu.languageNotSaved')}
          onClose={choosing.reset}
          actions={<Button onClick={choosing.reset}>{t('shell.close')}</Button>}
        >
          <p>{t(failureMessage(choosing.error))}</p>
        </Dialog>
      )}
      {isChoosingSounds && <SoundsDialog onClose={() => setIsChoosingSounds(false)} />}
      {isSwitching && <PracticeDialog onClose={() => setIsSwitching(false)} />}
    </>
  )
}

function LanguageItem({ onChoose }: { onChoose: (locale: Locale) => void }) {
  const t = useText()
  const locale = useLocale()
  const [isExpanded, setIsExpanded] = useState(false)
  return (
    <>
      <MenuItem
        icon={Languages}
        value={LANGUAGES[locale].name}
        isExpanded={isExpanded}
        onPress={() => setIsExpanded(!isExpanded)}
      >
        {t('shell.language')}
      </MenuItem>
      {isExpanded &&
        LOCALES.map((each) => (
          <MenuChoice key={each} lang={each} isChosen={each === locale} onPress={() => onChoose(each)}>
            {LANGUAGES[each].name}
          </MenuChoice>
        ))}
    </>
  )
}

function ThemeSwitch() {
  const t = useText()
  const choose = useTheme((state) => state.choose)
  return (
    <MenuSwitch icon={Moon} isOn={useIsDark()} onChange={(isOn) => choose(isOn ? 'dark' : 'light')}>
      {t('userMenu.dark')}
    </MenuSwitch>
  )
}

function PrinterState() {
  const t = useText()
  const mode = useTerminalPrinter((state) => state.mode)
  const printer = useTerminalPrinter((state) => state.printer)
  if (mode === 'never') return t('userMenu.printer.none')
  const device = deviceOf(printer)
  if (device) return <ReceiptPrinterState kind={device} />
  return t(printer === 'network' ? 'printer.method.network' : 'printer.by.browser')
}

function ReceiptPrinterState({ kind }: { kind: PrinterKind }) {
  const t = useText()
  const { connection } = useConnection(kind)
  return t(`userMenu.printer.${connection.state}`)
}

/** Ends a supervisor's visit to a cashier's till: at once, or when its time is over. */
function VisitEnd({ person }: UserProps) {
  const t = useText()
  const { data: staff = [] } = useQuery({ ...sessionQuery, select: (session) => session.staff })
  const { mutate: leave, isPending } = useSignOut()
  const [visit] = useState(() => findVisit(person.id))
  const until = visit?.until
  useEffect(() => {
    if (until === undefined) return
    const timer = setTimeout(leave, until - Date.now())
    return () => clearTimeout(timer)
  }, [leave, until])
  const cashier = staff.find(({ id }) => id === visit?.instead)
  return cashier ? (
    <Button icon={Undo2} pending={isPending} onClick={() => leave()}>
      {t('supervisors.backTo', { name: firstName(cashier.name) })}
    </Button>
  ) : null
}
