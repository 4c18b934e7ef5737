import * as v from 'valibot'

/** The object every request carries (spec 5). `id` and `key` are hashed as the text that is sent. */
export const Auth = v.looseObject({
  id: v.union([v.number(), v.string()]),
  key: v.union([v.number(), v.string()]),
  hash: v.string(),
})
export type Auth = v.InferOutput<typeof Auth>
