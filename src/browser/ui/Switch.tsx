import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type SwitchProps = {
  children: ReactNode
  icon?: LucideIcon
  isOn: boolean
  isDisabled?: boolean
  pending?: boolean
  onChange: (isOn: boolean) => void
}

export function Switch({ children, icon: Icon, isOn, isDisabled = false, pending = false, onChange }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-busy={pending}
      disabled={isDisabled}
      className="flex min-h-hit w-full items-center gap-3 rounded-2 text-2 disabled:cursor-default disabled:text-ink-3"
      onClick={() => onChange(!isOn)}
    >
      {Icon && <Icon size={24} aria-hidden />}
      <span className="min-w-0 flex-1">{children}</span>
      <SwitchTrack isOn={isOn} />
    </button>
  )
}

export function SwitchTrack({ isOn }: { isOn: boolean }) {
  return (
    <span
      className={`flex h-6 w-[56px] shrink-0 items-center rounded-full border-2 p-[3px] transition duration-1 forced-color-adjust-none ${isOn ? 'justify-end border-act bg-act' : 'border-line-strong bg-surface'}`}
    >
      <span className={`size-[22px] rounded-full ${isOn ? 'bg-act-on' : 'bg-line-strong'}`} />
    </span>
  )
}
