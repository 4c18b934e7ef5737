import { parseCookie, stringifySetCookie } from 'cookie'

import { SESSION_LIFE_MS } from '#domain/person.ts'

/** The display's cookie has this path, and no other cookie is read there. */
const DISPLAY_PATH = '/api/display'
export const isOfDisplay = (path: string): boolean => path === DISPLAY_PATH || path.startsWith(`${DISPLAY_PATH}/`)

/** The longest lifetime that browsers allow. Each sign-in renews it. */
const TERMINAL_LIFE_SECONDS = 400 * 24 * 60 * 60

type CookieOptions = { hasTls: boolean; isPractice?: boolean; shopId?: string | undefined }
export type Cookies = ReturnType<typeof createCookies>

/**
 * The two cookies of a till, inaccessible to scripts and other sites. Over TLS they have the `__Host-` prefix, so that no other host of the domain can set
 * them, and only that name is read. With several shops, a terminal's cookie begins with its shop's id, which only says where to look: the token has to be one
 * of that shop.
 *
 * Browsers send a host's cookies to every port, so practice uses other names and can be tried next to the real till.
 *
 * A customer display has a cookie with its own path, so that it can be a second window of the till's browser. `__Host-` requires the root path, so this one has
 * `__Secure-`.
 */
export function createCookies({ hasTls, isPractice = false, shopId }: CookieOptions) {
  const own = isPractice ? 'toptill-practice' : 'toptill'
  const named = (name: string) => (hasTls ? `__Host-${name}` : name)
  const [terminal, session, display] = [`${own}-terminal`, `${own}-session`, `${own}-display`]

  const ofDisplay = hasTls ? `__Secure-${display}` : display

  const write = (name: string, value: string, maxAge: number, path = '/') =>
    stringifySetCookie(name, value, { maxAge, path, httpOnly: true, sameSite: 'strict', secure: hasTls })
  const cookiesIn = (header: string | undefined) => parseCookie(header ?? '', { decode: findValue })
  const withShop = (token: string) => (shopId === undefined ? token : `${shopId}.${token}`)
  /** A till enrolled when this was the only shop has a cookie without an id. */
  const tokenOfShop = (value: string | undefined) => {
    const found = tokenIn(value)
    return found?.shop === undefined || found.shop === shopId ? found?.token : undefined
  }

  return {
    names: { terminal: named(terminal), session: named(session), display: ofDisplay },
    /** Omits values that Toptill cannot have set. */
    read: (header: string | undefined) => {
      const cookies = cookiesIn(header)
      const found = tokenIn(cookies[named(session)])
      return {
        terminalToken: tokenOfShop(cookies[named(terminal)]),
        sessionToken: found?.shop === undefined ? found?.token : undefined,
      }
    },
    /** Only on the paths of a display. */
    readDisplay: (header: string | undefined): string | undefined => tokenOfShop(cookiesIn(header)[ofDisplay]),
    /** Accepts the token of any shop, unverified. */
    hasTerminal: (header: string | undefined): boolean => tokenIn(cookiesIn(header)[named(terminal)]) !== undefined,
    /** Uses the cookie that applies to this path: the display's or the terminal's. */
    findShop: (header: string | undefined, path = ''): string | undefined =>
      tokenIn(cookiesIn(header)[isOfDisplay(path) ? ofDisplay : named(terminal)])?.shop,
    setTerminal: (token: string, maxAge = TERMINAL_LIFE_SECONDS) => write(named(terminal), withShop(token), maxAge),
    setSession: (token: string) => write(named(session), token, SESSION_LIFE_MS / 1000),
    clearSession: () => write(named(session), '', 0),
    setDisplay: (token: string) => write(ofDisplay, withShop(token), TERMINAL_LIFE_SECONDS, DISPLAY_PATH),
  }
}

/** 32 random bytes as base64url, optionally after a shop's id; nothing else is decoded. */
const VALUE = /^(?:([a-z][a-z0-9]{0,19})\.)?([\w-]{43})$/

const findValue = (value: string) => (VALUE.test(value) ? value : undefined)

function tokenIn(value: string | undefined): { shop?: string; token: string } | undefined {
  const [, shop, token] = VALUE.exec(value ?? '') ?? []
  return token === undefined ? undefined : { ...(shop === undefined ? {} : { shop }), token }
}
