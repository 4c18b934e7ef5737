import { PassThrough } from 'node:stream'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Session } from '#contract/proxy/session.ts'
import type { IssuedCode } from '#contract/proxy/terminals.ts'
import type { Person, Role } from '#domain/person.ts'
import { systemClock, type Clock } from '#proxy/clock.ts'
import { runCommandLine } from '#proxy/commands/command-line.ts'
import type { Noun } from '#proxy/commands/read-command.ts'
import { startToptill } from '#proxy/main.ts'
import type { PinCost } from '#proxy/staff/pins.ts'
import { startSandbox, type Sandbox } from '#sandbox/server.ts'
import { aBrowser, type Browser } from '../../support/shop.ts'
import { startShop } from '../../support/start-shop.ts'

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE

/** A clock that goes on by itself and can be set ahead. */
export type AheadClock = Clock & { pass: (ms: number) => void }
export function aClockAhead(): AheadClock {
  const real = systemClock()
  let ahead = 0
  return { now: () => real.now() + ahead, wall: () => real.wall() + ahead, pass: (ms) => void (ahead += ms) }
}

/** Somebody with the PIN they were given. */
export type Known = Person & { pin: string }

export type GuardedShop = {
  url: string
  folder: string
  sandbox: Sandbox
  clock: AheadClock
  /** The first supervisor, signed in at a terminal of their own, whose PIN was given just now. */
  boss: () => Promise<Browser>
  bossIs: Known
  /** A browser that is nobody's. */
  stranger: () => Browser
  /** A browser that was enrolled just now. */
  terminal: (options?: { kiosk?: boolean; name?: string }) => Promise<Browser>
  add: (name: string, role: Role, pin: string) => Promise<Known>
  signIn: (at: Browser, who: Known) => Promise<Session>
  operate: (noun: Noun, words: string[]) => Promise<string>
  close: () => Promise<void>
}

type ShopOptions = {
  pinCost?: PinCost
  env?: NodeJS.ProcessEnv
  record?: (line: string) => void
  print?: (line: string) => void
  /** The first supervisor comes by the link of the first start, not by a command. */
  hasSetupLink?: true
}

/** So far apart that no rate is reached: enrolments and sign-ins are what it takes to set a scene here, not what is tried. */
const A_WHILE = 15 * SECOND
/** Looked for in all that is written: so long that it is nowhere by chance. */
const BOSS_PIN = '082046391574'

/**
 * A shop on a real account as its owner has it: the real proxy and journal over HTTP, the sandbox as its service, nobody enrolled by itself. Its
 * clock can be set ahead. Close it in `afterAll`.
 */
export async function aGuardedShop({
  pinCost,
  env = {},
  record,
  print = () => {},
  hasSetupLink,
}: ShopOptions = {}): Promise<GuardedShop> {
  const clock = aClockAhead()
  const printed: string[] = []
  const shop = await startShop(
    { startToptill, startSandbox },
    {
      env,
      service: 'real',
      clock,
      ...(pinCost && { pinCost }),
      ...(record && { record }),
      print: (line) => {
        printed.push(line)
        print(line)
      },
    },
  )
  const { url, folder, sandbox } = shop

  async function operate(noun: Noun, words: string[]): Promise<string> {
    const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()]
    const code = await runCommandLine(noun, words, { env: shop.env, input, output, errors })
    if (code !== 0) throw new Error(String(errors.read()))
    return String(output.read()).trimEnd().split('\n').at(-1) ?? ''
  }

  async function signIn(at: Browser, who: Known): Promise<Session> {
    const { status, body } = await at.ask<Session>('POST', proxyPaths.session, { staffId: who.id, pin: who.pin })
    if (status !== 200) throw new Error(`${who.name} could not sign in: ${JSON.stringify(body)}`)
    return body
  }

  async function enrol(code: string): Promise<Browser> {
    clock.pass(A_WHILE)
    const browser = aBrowser(url)
    const { status, body } = await browser.ask('POST', proxyPaths.enrol, { code })
    if (status !== 200) throw new Error(`nothing was enrolled: ${JSON.stringify(body)}`)
    return browser
  }

  async function setUp(): Promise<Browser> {
    const code = /\/setup#(\S+)/.exec(printed.join('\n'))?.[1]
    const browser = aBrowser(url)
    const asked = { code, name: 'Noura', pin: BOSS_PIN, terminal: 'Office' }
    const { status, body } = await browser.ask('POST', proxyPaths.setup, asked)
    if (status !== 200) throw new Error(`the shop was not set up: ${JSON.stringify(body)}`)
    return browser
  }

  async function command(): Promise<Browser> {
    await operate('staff', ['add', '--name', 'Noura', '--role', 'supervisor', '--pin', BOSS_PIN])
    return enrol(await operate('terminal', ['enrol', '--name', 'Office']))
  }

  const office = await (hasSetupLink ? setUp() : command())
  const [first] = (await office.ask<Session>('GET', proxyPaths.session)).body.staff
  if (!first) throw new Error('the first supervisor is not there')
  const bossIs: Known = { ...first, pin: BOSS_PIN }

  async function boss(): Promise<Browser> {
    clock.pass(A_WHILE)
    await signIn(office, bossIs)
    return office
  }

  return {
    url,
    folder,
    sandbox,
    clock,
    boss,
    bossIs,
    stranger: () => aBrowser(url),
    terminal: async ({ kiosk, name = 'Till' } = {}) => {
      const { body } = await (
        await boss()
      ).ask<IssuedCode>('POST', proxyPaths.enrollmentCodes, {
        name,
        ...(kiosk && { kiosk }),
      })
      return enrol(body.code)
    },
    add: async (name, role, pin) => {
      const at = await boss()
      const { status, body } = await at.ask<Person>('POST', proxyPaths.staff, { name, role, pin })
      if (status >= 300) throw new Error(`${name} could not be added: ${JSON.stringify(body)}`)
      return { ...body, pin }
    },
    signIn,
    operate,
    close: shop.close,
  }
}
