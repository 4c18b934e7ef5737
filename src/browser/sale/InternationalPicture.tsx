import { Globe } from 'lucide-react'

import type { Country, Provider } from '#domain/international.ts'
import { usePicture } from '../ui/kept-pictures.ts'
import { Picture } from '../ui/Picture.tsx'

const SIZES = {
  32: { picture: 'xs', globe: 'size-6' },
  40: { picture: 'sm', globe: 'size-7' },
  56: { picture: 'md', globe: 'size-[56px]' },
  96: { picture: 'xl', globe: 'size-[96px]' },
} as const

type InternationalPictureProps = {
  size: keyof typeof SIZES
  /** What was chosen, where that is known. */
  choice?: { country: Pick<Country, 'flag' | 'flagLarge'>; provider: Pick<Provider, 'name' | 'logo'> } | undefined
}

/** Stands for an international top-up, which has no tile of its own: its operator with the flag of the country, or a globe while neither is known. */
export function InternationalPicture({ size, choice }: InternationalPictureProps) {
  const { flag, flagLarge } = choice?.country ?? {}
  const picture = usePicture(size > 56 ? (flagLarge ?? flag) : flag, flag)
  const { picture: box, globe } = SIZES[size]
  if (!choice) {
    return (
      <span className={`grid shrink-0 place-items-center rounded-2 bg-act-tint text-act-ink ${globe}`} aria-hidden>
        <Globe size={size * 0.6} />
      </span>
    )
  }
  return (
    <span className="relative inline-grid shrink-0">
      <Picture name={choice.provider.name} src={choice.provider.logo} size={box} />
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
