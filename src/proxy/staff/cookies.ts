import { parseCookie, stringifySetCookie } from 'cookie'

import { SESSION_LIFE_MS } from './session-store.ts'

const TERMINAL = 'toptill-terminal'
const SESSION = 'toptill-session'
/** The longest that browsers allow. Each sign-in sets it again, so a till in use never loses its cookie. */
const TERMINAL_LIFE_SECONDS = 400 * 24 * 60 * 60

export type Cookies = ReturnType<typeof createCookies>

/**
 * The two cookies of a till, out of reach of scripts and of other sites. Over TLS they carry the `__Host-` prefix, so that no neighbor on the
 * same domain can set them, and they are read by that name alone.
 */
export function createCookies({ hasTls }: { hasTls: boolean }) {
  const named = (name: string) => (hasTls ? `__Host-${name}` : name)

  const write = (name: string, value: string, maxAge: number) =>
    stringifySetCookie(named(name), value, { maxAge, path: '/', httpOnly: true, sameSite: 'strict', secure: hasTls })

  return {
    /** The tokens in a `Cookie` header. A text that cannot be one of ours is absent. */
    read: (header: string | undefined) => {
      const cookies = parseCookie(header ?? '', { decode: findToken })
      return { terminalToken: cookies[named(TERMINAL)], sessionToken: cookies[named(SESSION)] }
    },
    /** `Set-Cookie` lines. */
    setTerminal: (token: string) => write(TERMINAL, token, TERMINAL_LIFE_SECONDS),
    setSession: (token: string) => write(SESSION, token, SESSION_LIFE_MS / 1000),
    clearSession: () => write(SESSION, '', 0),
  }
}

/** Our tokens are 32 random bytes as base64url; nothing else is decoded. */
const findToken = (value: string) => (/^[\w-]{43}$/.test(value) ? value : undefined)
