import * as v from 'valibot'
import { describe, expect, it } from 'vitest'

import { DEFAULT_SETTINGS, MAX_LOGO_LENGTH, SetSettings } from '#api/settings.ts'
import { aLogo } from '../support/a-logo.ts'

const receipt = (more: object) => ({ receipt: { ...DEFAULT_SETTINGS.receipt, ...more } })
const svg = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')}`
const script = `data:image/png;base64,${Buffer.from('<svg onload="alert(1)"/>'.repeat(3)).toString('base64')}`
const tooWide = aLogo(8, 8, { width: 60_000, height: 60_000 })
const tooLong = aLogo(8, 8).padEnd(MAX_LOGO_LENGTH + 4, 'A')

function problemOf(body: object): { where: string | null; what: string } | undefined {
  const [issue] = v.safeParse(SetSettings, body).issues ?? []
  return issue && { where: v.getDotPath(issue), what: issue.message }
}

describe('a change of the settings', () => {
  it.each([
    receipt({ heading: 'Sidra Corner Shop\nأهلاً وسهلاً', footer: 'Thank you' }),
    receipt({ taxNumber: '100-2233-4455', taxName: 'TRN' }),
    receipt({ languages: ['ar', 'hi'] }),
    receipt({ logo: aLogo(384, 160) }),
    { quickAmounts: ['5', '12.50'] },
    { payments: { methods: ['card', 'cash'], default: 'cash' } },
    { fraudWarning: { quantityAbove: 2 } },
    { pictureHosts: ['cdn.example', 'img.example:8443'] },
    { retentionMonths: 24 },
    { dayStartHour: 4 },
  ])('%j is accepted as it is', (body) => expect(v.parse(SetSettings, body)).toEqual(body))

  it.each([
    [receipt({ heading: 'x'.repeat(301) }), 'receipt.heading', /shorten the text to 300/],
    [receipt({ footer: 'Thanks\u202e' }), 'receipt.footer', /cannot be seen; type/],
    [receipt({ taxNumber: '1\n2' }), 'receipt.taxNumber', /one line/],
    [receipt({ languages: [] }), 'receipt.languages', /choose a language/],
    [receipt({ languages: ['ur', 'ur'] }), 'receipt.languages', /two different/],
    [receipt({ languages: ['en', 'ar', 'ur'] }), 'receipt.languages', /at most two/],
    [receipt({ taxName: 'TRN' }), 'receipt', /enter the number, or leave the name empty/],
    [receipt({ logo: svg }), 'receipt.logo', /no PNG; choose/],
    [receipt({ logo: script }), 'receipt.logo', /no PNG; choose/],
    [receipt({ logo: 'https://pictures.example/logo.png' }), 'receipt.logo', /no PNG; choose/],
    [receipt({ logo: `${aLogo(8, 8)}#x` }), 'receipt.logo', /no PNG; choose/],
    [receipt({ logo: tooWide }), 'receipt.logo', /choose a picture of at most 576/],
    [receipt({ logo: tooLong }), 'receipt.logo', /choose a picture of at most 32 kB/],
    [receipt({ paperWidth: 70 }), 'receipt.paperWidth', /choose 58 or 80/],
    [receipt({ copies: 4 }), 'receipt.copies', /choose 1, 2 or 3/],
    [{ quickAmounts: ['0'] }, 'quickAmounts', /above zero/],
    [{ quickAmounts: ['1', '2', '3', '4', '5', '6', '7'] }, 'quickAmounts', /enter at most 6/],
    [{ quickAmounts: ['ten'] }, 'quickAmounts.0', /an amount such as 50/],
    [{ payments: { methods: [], default: 'cash' } }, 'payments.methods', /choose at least one/],
    [{ payments: { methods: ['cash', 'cash'], default: 'cash' } }, 'payments.methods', /each way to pay once/],
    [{ payments: { methods: ['card'], default: 'cash' } }, 'payments', /choose one of them/],
    [{ fraudWarning: {} }, 'fraudWarning', /enter a quantity or an amount, or turn/],
    [{ timeZone: 'Dubai' }, 'timeZone', /choose a time zone such as Asia\/Dubai/],
    [{ timeZone: '+04:00' }, 'timeZone', /choose a time zone/],
    [{ pictureHosts: ['https://cdn.example/'] }, 'pictureHosts.0', /enter a host such as/],
    [{ pictureHosts: ["x 'unsafe-inline'"] }, 'pictureHosts.0', /enter a host such as/],
    [{ pictureHosts: Array.from({ length: 21 }, (_, at) => `h${at}.example`) }, 'pictureHosts', /at most 20/],
    [{ retentionMonths: 0 }, 'retentionMonths', /a whole number from 1 to 120/],
    [{ dayStartHour: 24 }, 'dayStartHour', /a whole number from 0 to 23/],
    [{ idleMinutes: 1.5 }, 'idleMinutes', /a whole number from 1 to 60/],
  ])('%j is rejected with what is wrong, where, and what to do', (body, where, sentence) => {
    expect(problemOf(body)).toEqual({ where, what: expect.stringMatching(sentence) as string })
  })
})
