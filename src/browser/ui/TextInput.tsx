import type { ComponentProps, ReactNode } from 'react'

type Size = 'md' | 'lg' | 'xl'

const SIZES: Record<Size, string> = {
  md: 'min-h-hit text-2',
  lg: 'min-h-bar text-5 font-medium kiosk:sm:max-md:text-6',
  xl: 'min-h-bar text-6 font-semibold',
}
const EDGES =
  'border-1 border-line-strong focus-within:border-act focus-within:shadow-act has-aria-invalid:border-bad-solid has-aria-invalid:shadow-bad'

type InputBoxProps = {
  size?: Size
  start?: ReactNode
  end?: ReactNode
  /** The keypad fills the input, even if it does not have the focus. */
  isActive?: boolean
  isBare?: boolean
  /** Called for a press beside the input, which may be narrower than the box. */
  onPress?: () => void
  children: ReactNode
}

export function InputBox({
  size = 'md',
  start,
  end,
  isActive = false,
  isBare = false,
  onPress,
  children,
}: InputBoxProps) {
  return (
    <div
      className={`flex min-w-0 items-center gap-2 text-ink ${isBare ? 'min-h-hit border-b-1 border-transparent' : `rounded-2 bg-surface px-3 ${EDGES} ${SIZES[size]}`} ${isActive ? 'border-act shadow-act' : ''} ${onPress ? 'cursor-text' : ''}`}
      onClick={onPress}
    >
      {start !== undefined && (
        <span className={`shrink-0 font-normal text-ink-2 ${size === 'md' ? '' : 'text-5'}`}>{start}</span>
      )}
      {children}
      {end}
    </div>
  )
}

export type TextInputProps = Omit<ComponentProps<'input'>, 'className' | 'size'> &
  Omit<InputBoxProps, 'children' | 'isActive' | 'isBare' | 'onPress'>

export function TextInput({ size, start, end, ...rest }: TextInputProps) {
  return (
    <InputBox size={size ?? 'md'} start={start} end={end}>
      <input
        autoComplete="off"
        spellCheck={false}
        autoCorrect="off"
        {...rest}
        className={`w-full min-w-0 self-stretch shadow-none outline-none placeholder:font-normal placeholder:text-ink-2 placeholder:opacity-100 [&::-webkit-search-cancel-button]:hidden ${size === undefined || size === 'md' ? '' : 'placeholder:text-3'}`}
      />
    </InputBox>
  )
}

export function TextArea(props: Omit<ComponentProps<'textarea'>, 'className'>) {
  return (
    <textarea
      dir="auto"
      {...props}
      className={`block w-full resize-none rounded-2 bg-surface px-3 py-2 font-sans text-ink outline-none focus:border-act focus:shadow-act aria-invalid:border-bad-solid aria-invalid:shadow-bad ${EDGES}`}
    />
  )
}
