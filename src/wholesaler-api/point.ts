import * as v from 'valibot'

import { currencyText, idText, numberOrText, optionalLink, optionalText, optionalId } from './loose.ts'

/** The answer to `/point_info` (spec 2.2). Every field is optional; an older form lacks `frontview_id`, `topup_code` and `name_on_receipt`. */
export const PointInfo = v.looseObject({
  agent: v.nullish(
    v.looseObject({
      name: optionalText,
      name_on_receipt: optionalText,
      address: optionalText,
      topup_code: v.nullish(idText),
    }),
  ),
  pos: v.nullish(v.looseObject({ id: v.nullish(idText), frontview_id: optionalId })),
  support: v.nullish(v.looseObject({ email: optionalLink })),
})
export type PointInfo = v.InferOutput<typeof PointInfo>

/** The answer to `/balance` (spec 2.3). */
export const Balance = v.looseObject({
  currency: currencyText,
  wallets: v.looseObject({ main: numberOrText }),
})
export type Balance = v.InferOutput<typeof Balance>
