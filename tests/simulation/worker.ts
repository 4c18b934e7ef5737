import { simulate, type ShopPlan } from './simulate.ts'
import type { Variant } from './run.ts'

/**
 * One of several processes of `npm run simulate`. It runs the shops that it receives and reports its progress after
 * each one.
 */
process.on('message', ({ plans, variant }: { plans: ShopPlan[]; variant: Variant }) => {
  void simulate(plans, variant, ({ sales }) => process.send?.({ sales })).then((summary) => {
    process.send?.({ summary }, () => process.disconnect())
  })
})
