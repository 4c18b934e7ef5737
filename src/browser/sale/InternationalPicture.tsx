import { Globe } from 'lucide-react'

import type { InternationalChoice } from '#domain/international.ts'
import { usePicture } from '../ui/kept-pictures.ts'
import { Picture } from '../ui/Picture.tsx'

const SIZES = { 32: 'xs', 40: 'sm', 56: 'md', 96: 'xl' } as const

type InternationalPictureProps = {
  size: keyof typeof SIZES
  /** What was chosen, if that is known. */
  choice?: InternationalChoice | undefined
}

/** Stands for an international sale, which has no tile of its own: its operator with the flag of the country, or a globe where neither has a picture. */
export function InternationalPicture({ size, choice }: InternationalPictureProps) {
  const { flag, flagLarge } = choice?.country ?? {}
  const isLarge = size > 56
  const picture = usePicture(isLarge ? (flagLarge ?? flag) : flag, flag)
  if (!choice || (!picture && choice.provider.logo === undefined)) {
    return (
      <span
        className="grid shrink-0 place-items-center rounded-2 bg-act-tint text-act-ink"
        style={{ width: size, height: size }}
        aria-hidden="true"
      >
        <Globe size={size * 0.6} />
      </span>
    )
  }
  return (
    <span className="relative inline-grid shrink-0">
      <Picture name={choice.provider.name} src={choice.provider.logo} size={SIZES[size]} />
      {/* At the corner of the operator, half as wide as that. */}
      {picture && (
        <img
          {...picture}
          alt=""
          className="absolute -end-1 -bottom-[2px] h-[35%] w-1/2 rounded-[2px] object-cover shadow-[0_0_0_1.5px_var(--surface)] forced-color-adjust-none"
          width={size * 0.5}
          height={size * 0.35}
        />
      )}
    </span>
  )
}
