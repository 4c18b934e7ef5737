import './styles/abroad.css'

import { Globe } from 'lucide-react'

type AbroadPictureProps = { size: 32 | 40 | 56 | 96 }

/** Stands for a sale to a number abroad, which has no tile of its own. */
export function AbroadPicture({ size }: AbroadPictureProps) {
  return (
    <span className="art art--abroad" style={{ width: size, height: size }} aria-hidden="true">
      <Globe className="ic" size={size * 0.6} />
    </span>
  )
}
