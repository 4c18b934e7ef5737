import { expect, it } from 'vitest'

import { readBoxText } from '#browser/pages/sell/ticket-entry.ts'

it.each([
  { typed: '', read: { search: '' } },
  { typed: '  ', read: { search: '' } },
  { typed: '5', read: { number: '5', search: '' } },
  { typed: '+', read: { number: '+', search: '' } },
  { typed: '00', read: { number: '00', search: '' } },
  { typed: '+971 (0)50 123-4567', read: { number: '+9710501234567', search: '' } },
  { typed: '٠٥٠', read: { number: '050', search: '' } },
  { typed: 'q', read: { search: 'q' } },
  { typed: 'قمرا', read: { search: 'قمرا' } },
  { typed: 'qamra 5 gb', read: { search: 'qamra 5 gb' } },
  // The name of a product may begin with digits.
  { typed: '5g', read: { search: '5g' } },
  { typed: '50 123p', read: { search: '50123p' } },
  { typed: '50 Diamonds', read: { search: '50 Diamonds' } },
  { typed: '٥ جيجا', read: { search: '5 جيجا' } },
  // A number that is whole stays behind what is searched for it.
  { typed: '50 123 4567p', read: { number: '501234567', search: 'p' } },
  { typed: '+971 50 123 4567 ق', read: { number: '+971501234567', search: 'ق' } },
  { typed: '{', read: { search: '{' } },
])('reads "$typed" above the shelves', ({ typed, read }) => expect(readBoxText(typed)).toEqual(read))
