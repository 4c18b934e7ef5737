import type { CatalogService } from './catalog-service.ts'
import { services, servicesAnswer } from './catalog.ts'
import type { Place } from './frontview/element.ts'
import { hugeElements, hugeServices } from './frontview/huge.ts'
import { oddElements, oddServices } from './frontview/odd.ts'
import { standardElements } from './frontview/standard.ts'

const FRONTVIEW_ID = '7'
export const HUGE_PRODUCTS = 10_000

/** With their descriptions on the control page. */
export const frontviews = {
  standard: 'The shelves of a usual shop.',
  odd: 'Every shape nobody should send. What becomes of an element stands in its name.',
  huge: 'The usual shelves, and one category that holds thousands of products.',
  none: 'This point of sale has no frontview.',
  unreadable: 'There is one, and it cannot be read.',
}
export type FrontviewName = keyof typeof frontviews

export const isFrontviewName = (text: string): text is FrontviewName => Object.hasOwn(frontviews, text)

/** `products`: in the single category of the huge frontview. */
export type FrontviewChoice = { frontview: FrontviewName; products: number }

/** For `/point_info` (spec 2.2). */
export const frontviewIdOf = ({ frontview }: FrontviewChoice): string | undefined =>
  frontview === 'none' ? undefined : FRONTVIEW_ID

/** `/frontview` (spec 4.4). */
export function frontviewAnswer({ frontview, products }: FrontviewChoice, place: Place): object {
  switch (frontview) {
    case 'standard':
    case 'none':
      return { elements: standardElements(place) }
    case 'odd':
      return { elements: oddElements(place) }
    case 'huge':
      return { elements: [...standardElements(place), ...hugeElements(products, place)] }
    case 'unreadable':
      return { elements: 'to follow' }
  }
}

/** `/services` (spec 4.3): the services that the chosen frontview sells. */
export function servicesFor({ frontview, products }: FrontviewChoice): object {
  const listed: readonly CatalogService[] = frontview === 'huge' ? [...services, ...hugeServices(products)] : services
  const answer = servicesAnswer(listed)
  return frontview === 'odd' ? { services: [...answer.services, ...oddServices] } : answer
}
