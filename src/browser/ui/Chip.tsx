import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router-dom'

type ChipVariant = 'filter' | 'amount' | 'fix'

const BASE =
  'inline-flex min-h-hit min-w-hit items-center justify-center gap-2 rounded-full whitespace-nowrap text-center transition duration-1'
const REST = 'border-1 border-line-strong bg-surface font-medium text-ink active:bg-sunken'
const LOOKS: Record<ChipVariant, { rest: string; selected: string }> = {
  filter: { rest: `${REST} px-4 text-2`, selected: 'border-1 border-ink bg-ink px-4 text-2 font-medium text-surface' },
  amount: {
    rest: `${REST} px-1 text-3 kiosk:min-h-[56px]`,
    selected: 'border-1 border-act bg-act px-1 text-3 font-semibold text-act-on kiosk:min-h-[56px]',
  },
  fix: {
    rest: 'border-2 border-act bg-surface px-3 text-3 font-semibold text-act-ink active:bg-act-tint',
    selected: 'border-2 border-act bg-act px-3 text-3 font-semibold text-act-on',
  },
}

type ChipProps = Omit<ComponentProps<'button'>, 'className'> & {
  variant?: ChipVariant
  icon?: LucideIcon | undefined
  isSelected?: boolean
  count?: ReactNode
}

export function Chip({ variant = 'filter', icon, isSelected = false, count, children, ...rest }: ChipProps) {
  const { rest: unselected, selected } = LOOKS[variant]
  return (
    <button
      type="button"
      {...rest}
      // A fix is an action, not a selection.
      aria-pressed={variant === 'fix' ? undefined : isSelected}
      className={`${BASE} ${isSelected ? selected : unselected}`}
    >
      <Content icon={icon} count={count}>
        {children}
      </Content>
    </button>
  )
}

type ChipLinkProps = Pick<ChipProps, 'icon' | 'count' | 'children'> & Pick<ComponentProps<typeof Link>, 'to'>

export const ChipLink = ({ to, ...rest }: ChipLinkProps) => (
  <Link to={to} className={`${BASE} ${LOOKS.filter.rest}`}>
    <Content {...rest} />
  </Link>
)

const Content = ({ icon: Icon, count, children }: Pick<ChipProps, 'icon' | 'count' | 'children'>) => (
  <>
    {Icon && <Icon size={20} aria-hidden />}
    {children}
    {count !== undefined && (
      <>
        {' '}
        <b className="font-semibold">{count}</b>
      </>
    )}
  </>
)
