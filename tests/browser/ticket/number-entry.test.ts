import { describe, expect, it } from 'vitest'

import { readNumberEntry } from '#browser/pages/sell/ticket-entry.ts'
import { onlyPhoneCharacters } from '#domain/phone.ts'

describe('readNumberEntry', () => {
  it.each([
    { typed: '', shown: '', mask: '__ ___ ____', status: 'incomplete' },
    { typed: '5', shown: '5', mask: '_ ___ ____', status: 'incomplete' },
    { typed: '50123', shown: '50 123', mask: ' ____', status: 'incomplete' },
    { typed: '0501234567', shown: '50 123 4567', mask: '', status: 'mobile' },
    { typed: '+971 50 123 4567', shown: '50 123 4567', mask: '', status: 'mobile' },
    { typed: '00971501234567', shown: '50 123 4567', mask: '', status: 'mobile' },
    { typed: '٠٥٠١٢٣٤٥٦٧', shown: '50 123 4567', mask: '', status: 'mobile' },
    { typed: '4', shown: '4', mask: ' ___ ____', status: 'incomplete' },
    { typed: '41234567', shown: '4 123 4567', mask: '', status: 'other' },
    // Not resolved yet: shown as typed, so that the next key adds to it.
    { typed: '00', shown: '00', mask: '', status: 'incomplete' },
    { typed: '971', shown: '971', mask: '', status: 'incomplete' },
    { typed: '0044', shown: '0044', mask: '', status: 'refused' },
    { typed: '+44', shown: '+44', mask: '', status: 'refused' },
    { typed: '5012345678', shown: '50 123 45678', mask: '', status: 'refused' },
  ])('shows $typed as "$shown" and "$mask" to fill', ({ typed, shown, mask, status }) => {
    const entry = readNumberEntry(typed)
    expect(entry).toMatchObject({ shown, mask })
    expect(entry.number.status).toBe(status)
  })

  it('reads what it shows as the same number', () => {
    for (const typed of ['0501234567', '0971234', '09712345', '+97141234567', '00971', '501']) {
      const { shown, number } = readNumberEntry(typed)
      expect(readNumberEntry(shown).number, typed).toEqual(number)
    }
  })

  it.each(['0501234567', '00971501234567', '+971501234567', '971501234567', '501234567'])(
    'reads %s key by key as when pasted',
    (typed) => {
      let text = ''
      for (const key of typed) text = onlyPhoneCharacters(readNumberEntry(text).shown + key)
      expect(readNumberEntry(text).number).toMatchObject({ status: 'mobile', account: '971501234567' })
    },
  )
})

it.each([
  { typed: '50', prefix: '+971' },
  { typed: '971', prefix: '+971' },
  { typed: '+44', prefix: '' },
  { typed: '0044', prefix: '' },
  { typed: '+971501234567', prefix: '+971' },
])('stands $typed behind "$prefix"', ({ typed, prefix }) => expect(readNumberEntry(typed).prefix).toBe(prefix))
