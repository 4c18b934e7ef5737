import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

import { Button } from './Button.tsx'

type IconButtonProps = Omit<ComponentProps<typeof Button>, 'size' | 'amount' | 'children' | 'aria-label' | 'icon'> & {
  icon: LucideIcon
  /** What it does, in words: nobody sees it, and screen readers say it. */
  label: string
}

/** A square button with an icon alone. */
export function IconButton({ label, variant = 'quiet', ...rest }: IconButtonProps) {
  return <Button {...rest} variant={variant} size="icon" aria-label={label} />
}
