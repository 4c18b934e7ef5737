import { SESSION_LIFE_MS } from './start-session.ts'

const TERMINAL = 'toptill-terminal'
const SESSION = 'toptill-session'
// The longest browsers allow. It is set anew with every sign-in, so a till in use never runs out.
const TERMINAL_LIFE_SECONDS = 400 * 24 * 60 * 60

export type Cookies = ReturnType<typeof createCookies>

/**
 * The two cookies of a till, out of reach of scripts and of other sites. Over TLS they bear the `__Host-` prefix, so that no neighbour on
 * the same domain can plant them, and are read by that name alone.
 */
export function createCookies({ hasTls }: { hasTls: boolean }) {
  const named = (name: string) => (hasTls ? `__Host-${name}` : name)

  const write = (name: string, value: string, seconds: number) =>
    `${named(name)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${hasTls ? '; Secure' : ''}`

  return {
    /** The tokens in a `Cookie` header; what cannot be one of ours is not there. */
    read: (header: string | undefined) => ({
      terminalToken: readCookie(header, named(TERMINAL)),
      sessionToken: readCookie(header, named(SESSION)),
    }),
    /** `Set-Cookie` lines. */
    setTerminal: (token: string) => write(TERMINAL, token, TERMINAL_LIFE_SECONDS),
    setSession: (token: string) => write(SESSION, token, SESSION_LIFE_MS / 1000),
    clearSession: () => write(SESSION, '', 0),
  }
}

function readCookie(header: string | undefined, name: string): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}
