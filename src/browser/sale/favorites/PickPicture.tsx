import { InternationalPicture } from '../InternationalPicture.tsx'
import { Picture } from '../../ui/Picture.tsx'
import type { PickView } from './view-pick.ts'

export function PickPicture({ view: { picture, brand } }: { view: PickView }) {
  return picture === 'abroad' ? <InternationalPicture size={32} /> : <Picture name={brand} size={32} {...picture} />
}
