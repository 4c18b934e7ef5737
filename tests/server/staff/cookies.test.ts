import { describe, expect, it } from 'vitest'

import { createCookies } from '#server/staff/cookies.ts'

/** @security V3.3.1 to V3.3.4: Cookies are HttpOnly and SameSite=Strict and have no Domain; over TLS they are Secure with the prefix `__Host-`. */

const one = 'a'.repeat(43)
const other = `${'B'.repeat(41)}-_`

describe('cookies over plain HTTP', () => {
  const cookies = createCookies({ hasTls: false })

  it('cookies cannot be read by scripts and are not sent by other sites', () => {
    expect(cookies.setTerminal(one)).toBe(
      `toptill-terminal=${one}; Max-Age=34560000; Path=/; HttpOnly; SameSite=Strict`,
    )
    expect(cookies.setSession(one)).toBe(`toptill-session=${one}; Max-Age=43200; Path=/; HttpOnly; SameSite=Strict`)
    expect(cookies.clearSession()).toBe('toptill-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict')
  })

  it('the cookie of a customer display is set for its own paths, and is read only there', () => {
    expect(cookies.setDisplay(one)).toBe(
      `toptill-display=${one}; Max-Age=34560000; Path=/api/display; HttpOnly; SameSite=Strict`,
    )
    const header = `toptill-display=${one}; toptill-terminal=${other}`
    expect(cookies.readDisplay(header)).toBe(one)
    expect(cookies.read(header)).toEqual({ terminalToken: other, sessionToken: undefined })
    expect(cookies.readDisplay(`toptill-terminal=${other}`)).toBeUndefined()
  })

  it.each([
    { header: undefined, terminal: undefined, session: undefined },
    { header: '', terminal: undefined, session: undefined },
    { header: `toptill-terminal=${one}`, terminal: one, session: undefined },
    { header: `x=1; toptill-session=${other};toptill-terminal=${one} ;y=`, terminal: one, session: other },
    { header: `xtoptill-terminal=${one}`, terminal: undefined, session: undefined },
    { header: `__Host-toptill-terminal=${one}`, terminal: undefined, session: undefined },
    { header: `toptill-terminal=${one}x`, terminal: undefined, session: undefined },
    { header: 'toptill-session=; toptill-terminal', terminal: undefined, session: undefined },
  ])('the Cookie header $header is read', ({ header, terminal, session }) => {
    expect(cookies.read(header)).toEqual({ terminalToken: terminal, sessionToken: session })
  })
})

it.each([false, true])(
  'cookies of practice differ from those of a real till at another port of the host (TLS: %s)',
  (hasTls) => {
    const [real, practice] = [createCookies({ hasTls }), createCookies({ hasTls, isPractice: true })]
    const jar = [real.setTerminal(one), real.setSession(one), practice.setTerminal(other), practice.setSession(other)]
    const header = jar.map((line) => line.split(';')[0]).join('; ')
    expect(real.read(header)).toEqual({ terminalToken: one, sessionToken: one })
    expect(practice.read(header)).toEqual({ terminalToken: other, sessionToken: other })
  },
)

describe('cookies over TLS', () => {
  const cookies = createCookies({ hasTls: true })

  it('cookies over TLS are bound to this host and never sent unencrypted', () => {
    expect(cookies.setTerminal(one)).toBe(
      `__Host-toptill-terminal=${one}; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Strict`,
    )
    expect(cookies.setSession(one)).toMatch(/^__Host-toptill-session=.*; Secure;/)
    expect(cookies.clearSession()).toMatch(/^__Host-toptill-session=; Max-Age=0;.*; Secure;/)
    // `__Host-` is for cookies of all paths.
    expect(cookies.setDisplay(one)).toMatch(/^__Secure-toptill-display=.*; Path=\/api\/display; HttpOnly; Secure;/)
    expect(cookies.readDisplay(`toptill-display=${one}`)).toBeUndefined()
  })

  it('cookies over TLS are not read by their plain name, which another host of the domain could set', () => {
    const header = `toptill-terminal=${one}; toptill-session=${one}; __Host-toptill-session=${other}`
    expect(cookies.read(header)).toEqual({ terminalToken: undefined, sessionToken: other })
  })
})

describe('cookies of one of several shops', () => {
  const cookies = createCookies({ hasTls: false, shopId: 'deira' })

  it('the cookie of a till begins with its shop, that of a session does not', () => {
    expect(cookies.setTerminal(one)).toMatch(new RegExp(`^toptill-terminal=deira\\.${one};`))
    expect(cookies.setSession(one)).toMatch(new RegExp(`^toptill-session=${one};`))
  })

  it('the cookie of a customer display names its shop, too, and counts only on its own paths', () => {
    const header = `toptill-display=deira.${one}; toptill-terminal=marina.${other}`
    expect(cookies.setDisplay(one)).toMatch(new RegExp(`^toptill-display=deira\\.${one};`))
    expect(cookies.readDisplay(header)).toBe(one)
    expect(cookies.readDisplay(`toptill-display=marina.${one}`)).toBeUndefined()
    expect([cookies.findShop(header, '/api/display'), cookies.findShop(header, '/api/status')]).toEqual([
      'deira',
      'marina',
    ])
  })

  it.each([
    { terminal: `deira.${one}`, shop: 'deira', token: one },
    { terminal: one, shop: undefined, token: one },
    { terminal: `marina.${one}`, shop: 'marina', token: undefined },
    { terminal: `Deira.${one}`, shop: undefined, token: undefined },
    { terminal: `.${one}`, shop: undefined, token: undefined },
    { terminal: `deira.deira.${one}`, shop: undefined, token: undefined },
    { terminal: `${'d'.repeat(21)}.${one}`, shop: undefined, token: undefined },
  ])('the cookie $terminal belongs to the shop $shop', ({ terminal, shop, token }) => {
    const header = `toptill-terminal=${terminal}; toptill-session=deira.${one}`
    expect(cookies.findShop(header)).toBe(shop)
    expect(cookies.read(header)).toEqual({ terminalToken: token, sessionToken: undefined })
  })
})
