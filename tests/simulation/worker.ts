import { simulate, type ShopPlan } from './simulate.ts'
import type { Variant } from './run.ts'

/** One of several processes of `npm run simulate`: runs the shops it is sent, and tells after each how far it is. */
process.on('message', ({ plans, variant }: { plans: ShopPlan[]; variant: Variant }) => {
  void simulate(plans, variant, ({ sales }) => process.send?.({ sales })).then((summary) => {
    process.send?.({ summary }, () => process.disconnect())
  })
})
