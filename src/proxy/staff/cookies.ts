import { parseCookie, stringifySetCookie } from 'cookie'

import { SESSION_LIFE_MS } from '#domain/person.ts'

const TERMINAL = 'toptill-terminal'
const SESSION = 'toptill-session'
/** The longest that browsers allow. Each sign-in sets it again, so a till in use never loses its cookie. */
const TERMINAL_LIFE_SECONDS = 400 * 24 * 60 * 60

export type Cookies = ReturnType<typeof createCookies>

/**
 * The two cookies of a till, out of reach of scripts and of other sites. Over TLS they carry the `__Host-` prefix, so that no neighbor on the
 * same domain can set them, and they are read by that name alone. In an installation with several shops, a terminal's cookie begins with the id of
 * its shop, which says no more than where to look: the token has to be one of that shop.
 */
export function createCookies({ hasTls, shopId }: { hasTls: boolean; shopId?: string | undefined }) {
  const named = (name: string) => (hasTls ? `__Host-${name}` : name)

  const write = (name: string, value: string, maxAge: number) =>
    stringifySetCookie(named(name), value, { maxAge, path: '/', httpOnly: true, sameSite: 'strict', secure: hasTls })

  return {
    /** The tokens in a `Cookie` header. A text that cannot be one of ours is absent. */
    read: (header: string | undefined) => {
      const cookies = parseCookie(header ?? '', { decode: findValue })
      const [terminal, session] = [tokenIn(cookies[named(TERMINAL)]), tokenIn(cookies[named(SESSION)])]
      return {
        // A till that was enrolled when this was the only shop has a cookie without an id.
        terminalToken: terminal?.shop === undefined || terminal.shop === shopId ? terminal?.token : undefined,
        sessionToken: session?.shop === undefined ? session?.token : undefined,
      }
    },
    /** The id of the shop that the terminal's cookie names. */
    findShop: (header: string | undefined): string | undefined =>
      tokenIn(parseCookie(header ?? '', { decode: findValue })[named(TERMINAL)])?.shop,
    /** `Set-Cookie` lines. */
    setTerminal: (token: string) =>
      write(TERMINAL, shopId === undefined ? token : `${shopId}.${token}`, TERMINAL_LIFE_SECONDS),
    setSession: (token: string) => write(SESSION, token, SESSION_LIFE_MS / 1000),
    clearSession: () => write(SESSION, '', 0),
  }
}

/** Our tokens are 32 random bytes as base64url, perhaps behind the id of a shop; nothing else is decoded. */
const VALUE = /^(?:([a-z][a-z0-9]{0,19})\.)?([\w-]{43})$/

const findValue = (value: string) => (VALUE.test(value) ? value : undefined)

function tokenIn(value: string | undefined): { shop?: string; token: string } | undefined {
  const [, shop, token] = VALUE.exec(value ?? '') ?? []
  return token === undefined ? undefined : { ...(shop === undefined ? {} : { shop }), token }
}
