import { useState } from 'react'

type Size = 'sm' | 'md' | 'lg'

const SIZES: Record<Size, { box: string; width: number; height: number }> = {
  sm: { box: 'h-[17px] w-5', width: 24, height: 17 },
  md: { box: 'h-[28px] w-7', width: 40, height: 28 },
  lg: { box: 'h-[28px] w-7 sm:h-[45px] sm:w-9', width: 64, height: 45 },
}
/** A hairline, because flags are partly white. */
const BOX =
  'shrink-0 overflow-hidden rounded-1 object-cover shadow-[0_0_0_1px_rgb(16_36_42_/_0.22)] forced-color-adjust-none'

type FlagProps = {
  /** Three letters, shown if there is no picture. */
  code: string
  src?: string | undefined
  size?: Size
}

export function Flag({ code, src, size = 'md' }: FlagProps) {
  const [broken, setBroken] = useState<string>()
  const { box, width, height } = SIZES[size]
  if (src === undefined || src === broken) {
    return (
      <span className={`${BOX} ${box} grid place-items-center bg-sunken text-1 font-medium text-ink-2`} aria-hidden>
        {size !== 'sm' && code}
      </span>
    )
  }
  return (
    <img
      className={`${BOX} ${box}`}
      width={width}
      height={height}
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setBroken(src)}
    />
  )
}
