import { parseCookie, stringifySetCookie } from 'cookie'

import { SESSION_LIFE_MS } from '#domain/person.ts'

/** Where a customer display asks. Its cookie is of this path, and no other cookie is looked at there. */
const DISPLAY_PATH = '/api/display'
export const isOfDisplay = (path: string): boolean => path === DISPLAY_PATH || path.startsWith(`${DISPLAY_PATH}/`)

/** The longest that browsers allow. Each sign-in sets it again, so a till in use never loses its cookie. */
const TERMINAL_LIFE_SECONDS = 400 * 24 * 60 * 60

type CookieOptions = { hasTls: boolean; isPractice?: boolean; shopId?: string | undefined }
export type Cookies = ReturnType<typeof createCookies>

/**
 * The two cookies of a till, out of reach of scripts and of other sites. Over TLS they carry the `__Host-` prefix, so that no neighbor on the
 * same domain can set them, and they are read by that name alone. In an installation with several shops, a terminal's cookie begins with the id of
 * its shop, which says no more than where to look: the token has to be one of that shop.
 *
 * A browser gives the cookies of a host to every port of it: practice has names of its own, so that it can be tried beside the real till.
 *
 * A customer display has a cookie of its own path, so that it can be a second window of the till's browser. `__Host-` is for cookies of all paths,
 * therefore it has `__Secure-`.
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
  /** A till that was enrolled when this was the only shop has a cookie without an id. */
  const tokenOfShop = (value: string | undefined) => {
    const found = tokenIn(value)
    return found?.shop === undefined || found.shop === shopId ? found?.token : undefined
  }

  return {
    /** The tokens in a `Cookie` header. A text that cannot be one of ours is absent. */
    read: (header: string | undefined) => {
      const cookies = cookiesIn(header)
      const found = tokenIn(cookies[named(session)])
      return {
        terminalToken: tokenOfShop(cookies[named(terminal)]),
        sessionToken: found?.shop === undefined ? found?.token : undefined,
      }
    },
    /** The token of a customer display, in a request to one of its paths. */
    readDisplay: (header: string | undefined): string | undefined => tokenOfShop(cookiesIn(header)[ofDisplay]),
    /** Whether a `Cookie` header has the token of a terminal of any shop, true or not. */
    hasTerminal: (header: string | undefined): boolean => tokenIn(cookiesIn(header)[named(terminal)]) !== undefined,
    /** The id of the shop that the cookie names which counts at this path: the display's or the terminal's. */
    findShop: (header: string | undefined, path = ''): string | undefined =>
      tokenIn(cookiesIn(header)[isOfDisplay(path) ? ofDisplay : named(terminal)])?.shop,
    setTerminal: (token: string) => write(named(terminal), withShop(token), TERMINAL_LIFE_SECONDS),
    setSession: (token: string) => write(named(session), token, SESSION_LIFE_MS / 1000),
    clearSession: () => write(named(session), '', 0),
    setDisplay: (token: string) => write(ofDisplay, withShop(token), TERMINAL_LIFE_SECONDS, DISPLAY_PATH),
  }
}

/** Our tokens are 32 random bytes as base64url, perhaps behind the id of a shop; nothing else is decoded. */
const VALUE = /^(?:([a-z][a-z0-9]{0,19})\.)?([\w-]{43})$/

const findValue = (value: string) => (VALUE.test(value) ? value : undefined)

function tokenIn(value: string | undefined): { shop?: string; token: string } | undefined {
  const [, shop, token] = VALUE.exec(value ?? '') ?? []
  return token === undefined ? undefined : { ...(shop === undefined ? {} : { shop }), token }
}
