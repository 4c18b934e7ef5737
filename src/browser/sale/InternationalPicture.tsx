import '../styles/abroad.css'

import { Globe } from 'lucide-react'

import type { InternationalChoice } from '#domain/international.ts'
import { Picture } from '../ui/Picture.tsx'
import { usePicture } from '../ui/kept-pictures.ts'

type InternationalPictureProps = {
  size: 32 | 40 | 56 | 96
  /** What was chosen, where that is known. */
  choice?: InternationalChoice | undefined
}

/** Stands for a sale to a number abroad, which has no tile of its own: its operator with the flag of the country, or a globe where neither has a picture. */
export function InternationalPicture({ size, choice }: InternationalPictureProps) {
  const { flag, flagLarge } = choice?.country ?? {}
  const isLarge = size > 56
  const picture = usePicture(isLarge ? (flagLarge ?? flag) : flag, flag)
  if (!choice || (!picture && choice.provider.logo === undefined)) {
    return (
      <span className="art art--abroad" style={{ width: size, height: size }} aria-hidden="true">
        <Globe className="ic" size={size * 0.6} />
      </span>
    )
  }
  return (
    <span className="abroadart">
      <Picture name={choice.provider.name} src={choice.provider.logo} size={size} />
      {picture && <img {...picture} alt="" className="flag" width={size * 0.5} height={size * 0.35} />}
    </span>
  )
}
