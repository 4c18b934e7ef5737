import * as v from 'valibot'

import { findDecimal, type Money } from '#domain/money.ts'

const MoneyShape = v.object({ amount: v.string(), currency: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) })

/** An amount in the storage of the browser. One that is no amount does not come back. */
export const StoredMoney = v.custom<Money>(
  (stored) => v.is(MoneyShape, stored) && findDecimal(stored.amount) !== undefined,
)
