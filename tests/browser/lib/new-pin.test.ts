import { expect, it } from 'vitest'

import { validateNewPin } from '#browser/lib/new-pin.ts'

it.each([
  ['', '', 6, 'staff.pinMissing.short'],
  ['2580', '', 6, 'signIn.tooShortSupervisor'],
  ['258', '258', 4, 'signIn.tooShort'],
  ['258069', '', 6, 'staff.pinMissing.again'],
  ['258069', '258068', 6, 'staff.pinMissing.different'],
  ['258069', '258069', 6, undefined],
])('the new PIN %j, repeated as %j, with %i digits or more, lacks %s', (pin, again, min, missing) => {
  expect(validateNewPin({ pin, again }, { min, max: 12 }).missing).toBe(missing)
})
