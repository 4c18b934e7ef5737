import type { Session } from '#api/session.ts'
import type { IssuedCode } from '#api/terminals.ts'
import type { Person, Role } from '#domain/person.ts'
import { systemClock, type Clock } from '#server/lib/clock.ts'
import type { LogFormat } from '#server/lib/log.ts'
import type { PollIntervals } from '#server/sales/engine/poll-interval.ts'
import { startToptill } from '#server/main.ts'
import type { PinCost } from '#server/staff/pins/pins.ts'
import { startSandbox } from '#sandbox/server.ts'
import { controlsOf } from '../../support/an-installation.ts'
import { aBrowser, type Browser } from '../../support/shop.ts'
import { startShop } from '../../support/start-shop.ts'

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE

export type AheadClock = Clock & { pass: (ms: number) => void }
export function aClockAhead(): AheadClock {
  const real = systemClock()
  let ahead = 0
  return { now: () => real.now() + ahead, wall: () => real.wall() + ahead, pass: (ms) => void (ahead += ms) }
}

export type Known = Person & { pin: string }

export type GuardedShop = Awaited<ReturnType<typeof aGuardedShop>>

type ShopOptions = {
  pinCost?: PinCost
  env?: NodeJS.ProcessEnv
  polling?: Partial<PollIntervals>
  logFormat?: LogFormat
  record?: (line: string) => void
  print?: (line: string) => void
  /** The first supervisor comes from the setup link instead of a command. */
  hasSetupLink?: true
}

/** The time between steps that only prepare a test, so that they reach no rate limit. */
const A_WHILE = 15 * SECOND
/** The tests search for this PIN, so it is too long to appear by chance. */
const BOSS_PIN = '082046391574'

/**
 * A shop with a real account, as an owner has it: the real server and database over HTTP, and the sandbox as its
 * provider. No device connects automatically. The clock can be moved forward. Close the shop in `afterAll`.
 */
export async function aGuardedShop({ print = () => {}, hasSetupLink, ...options }: ShopOptions = {}) {
  const clock = aClockAhead()
  const printed: string[] = []
  const shop = await startShop(
    { startToptill, startSandbox },
    {
      ...options,
      service: 'real',
      clock,
      print: (line) => {
        printed.push(line)
        print(line)
      },
    },
  )
  const { url, folder, sandbox } = shop
  const { lastLine: operate } = controlsOf(url, shop.env)

  async function signIn(at: Browser, who: Known): Promise<Session> {
    const { status, body } = await at.ask<Session>('POST', '/api/session', { staffId: who.id, pin: who.pin })
    if (status !== 200) throw new Error(`${who.name} could not sign in: ${JSON.stringify(body)}`)
    return body
  }

  async function enroll(code: string): Promise<Browser> {
    clock.pass(A_WHILE)
    const browser = aBrowser(url)
    const { status, body } = await browser.ask('POST', '/api/terminals/enroll', { code })
    if (status !== 200) throw new Error(`nothing was enrolled: ${JSON.stringify(body)}`)
    return browser
  }

  async function setUp(): Promise<Browser> {
    const code = /\/setup#(\S+)/.exec(printed.join('\n'))?.[1]
    const browser = aBrowser(url)
    const asked = { code, name: 'Noura', pin: BOSS_PIN, terminal: 'Office' }
    const { status, body } = await browser.ask('POST', '/api/setup', asked)
    if (status !== 200) throw new Error(`the shop was not set up: ${JSON.stringify(body)}`)
    return browser
  }

  async function command(): Promise<Browser> {
    await operate('staff', ['add', '--name', 'Noura', '--role', 'supervisor', '--pin', BOSS_PIN])
    return enroll(await operate('terminal', ['enroll', '--name', 'Office']))
  }

  const office = await (hasSetupLink ? setUp() : command())
  const [first] = (await office.ask<Session>('GET', '/api/session')).body.staff
  if (!first) throw new Error('the first supervisor is not there')
  const bossIs: Known = { ...first, pin: BOSS_PIN }

  async function boss(): Promise<Browser> {
    clock.pass(A_WHILE)
    await signIn(office, bossIs)
    return office
  }

  async function terminal({ kiosk, name = 'Till' }: { kiosk?: boolean; name?: string } = {}): Promise<Browser> {
    const asked = { name, ...(kiosk && { kiosk }) }
    const { body } = await (await boss()).ask<IssuedCode>('POST', '/api/terminals/enrollment-codes', asked)
    return enroll(body.code)
  }

  return {
    url,
    folder,
    sandbox,
    clock,
    boss,
    bossIs,
    stranger: () => aBrowser(url),
    terminal,
    add: async (name: string, role: Role, pin: string): Promise<Known> => {
      const at = await boss()
      const { status, body } = await at.ask<Person>('POST', '/api/staff', { name, role, pin })
      if (status >= 300) throw new Error(`${name} could not be added: ${JSON.stringify(body)}`)
      return { ...body, pin }
    },
    signIn,
    signedIn: async (who: Known, options?: Parameters<typeof terminal>[0]): Promise<Browser> => {
      const till = await terminal(options)
      await signIn(till, who)
      return till
    },
    displayOf: async (till: Browser, browser = aBrowser(url)): Promise<Browser> => {
      const { id } = (await till.ask<Session>('GET', '/api/session')).body.terminal!
      const { body } = await (await boss()).ask<IssuedCode>('POST', `/api/terminals/${id}/display-codes`, {})
      const { status } = await browser.ask('POST', '/api/display/pair', { code: body.code })
      if (status !== 200) throw new Error(`the display was not paired: ${status}`)
      return browser
    },
    operate,
    /** Stops the server, runs `between` and starts it again on its folder. The provider keeps running. */
    restart: async (between?: () => void) => {
      await shop.stopProxy()
      between?.()
      const again = await shop.startProxy()
      return { at: ({ cookies }: Browser) => aBrowser(again, cookies) }
    },
    close: shop.close,
  }
}
