import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

const TONES = { info: 'border-act bg-act-tint', wait: 'border-wait-edge bg-wait-tint' }
const ICONS = { info: 'text-act-ink', wait: 'text-wait' }

type FactBarProps = {
  tone?: keyof typeof TONES
  icon: LucideIcon
  heading: string
  action?: ReactNode
  children: ReactNode
}

export function FactBar({ tone = 'info', icon: Icon, heading, action, children }: FactBarProps) {
  return (
    <section
      className={`flex min-h-9 flex-wrap items-center gap-3 rounded-2 border-s-4 px-4 py-2 wrap-anywhere text-ink ${TONES[tone]}`}
    >
      <Icon className={ICONS[tone]} size={24} aria-hidden />
      {/* The action wraps before the text is squeezed. */}
      <div className="min-w-0 flex-1 basis-[16em]">
        <h3 className="text-2">{heading}</h3>
        {children}
      </div>
      {action}
    </section>
  )
}

export function FactsDialog({ children, onClose }: { children: ReactNode; onClose: () => void }) {
  const t = useText()
  return (
    <Dialog
      size="wide"
      heading={t('alerts.heading')}
      foot={
        <Button size="xl" onClick={onClose}>
          {t('shell.close')}
        </Button>
      }
      onClose={onClose}
    >
      {children}
    </Dialog>
  )
}
