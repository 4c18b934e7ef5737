import { brandPictures } from '../pictures.ts'
import { category, product, type Place } from './element.ts'
import { findHugeService, hugeServiceId } from './huge-services.ts'

const EVERYTHING = 100_000

/** One category at the root, and so many products right below it. Every seventh has no picture. */
export function hugeElements(products: number, { basePath }: Place): object[] {
  return [
    category(EVERYTHING, 'Everything', { alias: 'everything' }),
    ...Array.from({ length: products }, (_, index) => {
      const serviceId = hugeServiceId(index)
      const picture = index % 7 === 6 ? null : `${basePath}/pictures/${brandPictures[index % brandPictures.length]}.svg`
      return product(EVERYTHING + 1 + index, findHugeService(serviceId)?.name, serviceId, {
        parent_id: EVERYTHING,
        image_large: picture,
        image_small: picture,
      })
    }),
  ]
}
