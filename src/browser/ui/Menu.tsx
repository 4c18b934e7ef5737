import { Check, ChevronDown, ChevronRight, type LucideIcon } from 'lucide-react'
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
} from 'react'

import { SwitchTrack } from './Switch.tsx'

type TriggerProps = Required<
  Pick<ComponentProps<'button'>, 'aria-haspopup' | 'aria-expanded' | 'aria-controls' | 'onClick' | 'onKeyDown'>
>

type MenuProps = {
  label: string
  renderTrigger: (props: TriggerProps) => ReactNode
  /** `top` if the button is at the bottom of the screen. */
  side?: 'bottom' | 'top'
  head?: ReactNode
  children: ReactNode
}

const SIDES = { bottom: 'top-full mt-2', top: 'bottom-full mb-2' }
const CLOSING = '[role="menuitem"]:not([aria-expanded]), [role="menuitemradio"]'
const ITEMS = '[role^="menuitem"]:not([aria-disabled="true"])'

/** Arrow keys move between items; Esc, Tab, a choice and an outside press close it. */
export function Menu({ label, renderTrigger, side = 'bottom', head, children }: MenuProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const findItems = () => [...(place.current?.querySelectorAll<HTMLElement>(ITEMS) ?? [])]
  const close = () => {
    setIsOpen(false)
    place.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
  }

  useLayoutEffect(() => {
    if (isOpen) place.current?.querySelector<HTMLElement>(ITEMS)?.focus()
  }, [isOpen])
  useEffect(() => {
    if (!isOpen) return
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !place.current?.contains(target)) setIsOpen(false)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [isOpen])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return setIsOpen(false)
    const items = findItems()
    const at = items.findIndex((item) => item === document.activeElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (to === undefined && event.key !== 'Escape') return
    // Keeps these keys from layers behind the menu.
    event.preventDefault()
    event.stopPropagation()
    if (to === undefined) close()
    else items.at(to % items.length)?.focus()
  }

  return (
    <div ref={place} className="relative">
      {renderTrigger({
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': id,
        onClick: () => setIsOpen(!isOpen),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' && !(isOpen && event.key === 'Escape')) return
          event.preventDefault()
          event.stopPropagation()
          setIsOpen(event.key === 'ArrowDown')
        },
      })}
      {isOpen && (
        <div
          className={`absolute end-0 z-4 w-menu max-h-[calc(100dvh-5.5rem)] max-w-[calc(100vw-2*theme(spacing.2))] overflow-y-auto rounded-3 border-1 border-line bg-surface text-ink shadow-2 ${SIDES[side]}`}
        >
          {head !== undefined && <div className="flex items-center gap-3 border-b border-line px-4 py-3">{head}</div>}
          <div
            id={id}
            role="menu"
            tabIndex={-1}
            aria-label={label}
            className="flex flex-col py-2"
            onKeyDown={onKeyDown}
            // Switches and items with their own choices keep it open.
            onClick={({ target }) => target instanceof Element && target.closest(CLOSING) && close()}
          >
            {children}
          </div>
        </div>
      )}
    </div>
  )
}

const ROW = 'flex min-h-bar items-center gap-3 px-4 text-start text-2 font-medium active:bg-sunken'

type MenuItemProps = {
  icon: LucideIcon
  children: ReactNode
  value?: ReactNode
  isOpening?: boolean
  isExpanded?: boolean
  onPress: () => void
}

export function MenuItem({ icon: Icon, children, value, isOpening = false, isExpanded, onPress }: MenuItemProps) {
  return (
    <button type="button" role="menuitem" aria-expanded={isExpanded} tabIndex={-1} className={ROW} onClick={onPress}>
      <Icon className="text-ink-2" size={20} aria-hidden />
      <span className="min-w-0 flex-1">{children}</span>
      {value !== undefined && <span className="font-normal text-ink-2">{value}</span>}
      {isOpening && <ChevronRight className="text-ink-2 rtl:-scale-x-100" size={20} aria-hidden />}
      {isExpanded !== undefined && (
        <ChevronDown className={`text-ink-2 ${isExpanded ? 'rotate-180' : ''}`} size={20} aria-hidden />
      )}
    </button>
  )
}

type MenuChoiceProps = Pick<ComponentProps<'button'>, 'lang' | 'children'> & {
  isChosen: boolean
  onPress: () => void
}

export function MenuChoice({ isChosen, onPress, children, lang }: MenuChoiceProps) {
  return (
    <button
      type="button"
      role="menuitemradio"
      aria-checked={isChosen}
      tabIndex={-1}
      lang={lang}
      className={`${ROW} ps-[52px]`}
      onClick={onPress}
    >
      <span className="min-w-0 flex-1">{children}</span>
      {isChosen && <Check className="text-act-ink" size={20} aria-hidden />}
    </button>
  )
}

type MenuSwitchProps = Pick<MenuItemProps, 'icon' | 'children'> & { isOn: boolean; onChange: (isOn: boolean) => void }

export function MenuSwitch({ icon: Icon, children, isOn, onChange }: MenuSwitchProps) {
  return (
    <button
      type="button"
      role="menuitemcheckbox"
      aria-checked={isOn}
      tabIndex={-1}
      className={ROW}
      onClick={() => onChange(!isOn)}
    >
      <Icon className="text-ink-2" size={20} aria-hidden />
      <span className="min-w-0 flex-1">{children}</span>
      <SwitchTrack isOn={isOn} />
    </button>
  )
}

export const MenuLine = () => <hr className="my-2 border-t border-line" />
