import { ulid } from 'ulid'
import type { BrowserContext } from 'playwright'
import type { Session } from '../src/api/session.ts'
import type { OpenSale } from '../src/api/sales.ts'
import type { Wallet } from '../src/api/wallet.ts'

type Context = BrowserContext

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The shop's time zone, without daylight-saving time. */
const DUBAI_AHEAD = 4 * HOUR
const OPENS_AT = 10 * HOUR
const DAYS = 5

const CASHIERS = ['Amal Rahman', 'Joseph Mathew', 'Priya Nair']
const RECHARGES = [
  ['qamra-rc', '25'],
  ['velto_rc', '50'],
  ['qamra-rc', '100'],
  ['DX-air', '20'],
  ['velto_rc', '30'],
  ['qamra-rc', '50'],
]
const VOUCHERS = ['orbyte_50AED', 'souqly_25AED', 'pixelmoor_aed_100', 'moviora-1m', 'mirsal_50', 'tunora-3m']
/** Shorter than the idle time of a till. */
const BETWEEN_SALES = 4 * MINUTE
/** One count per hour, from the opening hour on. */
const SALES_BY_HOUR = [2, 3, 5, 6, 4, 2, 3, 5]
const DEPOSIT = 5_000
const WAITS = '0500000002'
const FAILS = '0500000004'
const LOSES_ANSWER = '0500000009'
const REPLACED = '0500000017'

/** A minute before the shop opens on the first day; the last day is today. */
export const beforeFirstDay = () => midnightOf(Date.now()) - (DAYS - 1) * DAY + OPENS_AT - MINUTE

const midnightOf = (at: number) => Math.floor((at + DUBAI_AHEAD) / DAY) * DAY - DUBAI_AHEAD

export function openShop(context: Context, url: string) {
  const ask = async (method: string, path: string, data: unknown) => {
    const answer = await context.request.fetch(`${url}${path}`, { method, data, headers: { origin: url } })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return answer
  }
  const readSession = async () => (await (await ask('GET', '/api/session', undefined)).json()) as Session
  return {
    url,
    ask,
    async findPin(name: string) {
      const { staff, demoPins } = await readSession()
      const person = staff.find((each) => each.name === name)
      if (!person) throw new Error(`nobody is called ${name}`)
      return { staffId: person.id, pin: demoPins?.[person.id] ?? '' }
    },
    async signIn(name: string) {
      await ask('POST', '/api/session', await this.findPin(name))
    },
    async open(content: OpenSale, at: number) {
      const id = ulid(at)
      await ask('PUT', `/api/sales/${id}`, content)
      return id
    },
    async sell(content: OpenSale, at: number, counter: object = {}) {
      const id = await this.open(content, at)
      await ask('POST', `/api/sales/${id}/confirm`, counter)
      return id
    },
    async readWallet() {
      return (await (await ask('GET', '/api/wallet', undefined)).json()) as Wallet
    },
    given: (id: string) => ask('POST', `/api/sales/${id}/delivered`, { method: 'printed' }),
  }
}

export type Shop = ReturnType<typeof openShop>

/** Returns the id of a sale that is still waiting. */
export async function sellForDays({
  shop,
  now,
  moveTo,
  setBalance,
}: {
  shop: Shop
  now: () => number
  moveTo: (at: number) => void
  setBalance: (amount: string) => void
}) {
  const firstDay = midnightOf(now())
  await shop.signIn('Hamad Saleh')
  await shop.ask('PUT', '/api/settings', {
    payments: { methods: ['cash', 'card', 'other'], default: 'cash' },
    wallet: {
      line: { amount: '1500.00', currency: 'AED' },
      lowBalanceDays: null,
      notifyCashiers: false,
      flagUnaffordable: false,
    },
  })
  for (const [index, name] of CASHIERS.entries()) {
    const { staffId } = await shop.findPin(name)
    const limits = { currency: 'AED', perSale: String(500 - index * 150), perDay: '3000' }
    await shop.ask('PUT', `/api/staff/${staffId}/limits`, { limits })
  }
  let count = 0
  for (let day = 0; day < DAYS; day += 1) {
    const opensAt = firstDay + day * DAY + OPENS_AT
    for (const [hour, sales] of SALES_BY_HOUR.entries()) {
      moveTo(opensAt + hour * HOUR)
      // The wallet is read when a supervisor opens it.
      await shop.signIn('Hamad Saleh')
      await shop.readWallet()
      const cashier = CASHIERS[hour % CASHIERS.length] ?? ''
      await shop.signIn(cashier)
      for (let sale = 0; sale < sales + ((day * 2 + hour) % 3); sale += 1) {
        moveTo(opensAt + hour * HOUR + (sale + 1) * BETWEEN_SALES)
        await sellOne(shop, count, now())
        count += 1
      }
    }
    if (day === 1) {
      await shop.signIn('Hamad Saleh')
      const { balance } = await shop.readWallet()
      setBalance((Number(balance?.amount) + DEPOSIT).toFixed(2))
    }
  }
  await shop.signIn('Amal Rahman')
  const sellTo = (account: string, amount: string) =>
    shop.sell({ kind: 'direct', serviceId: 'qamra-rc', amount, account }, now())
  await sellTo(FAILS, '30')
  await sellTo(REPLACED, '75')
  await shop.sell({ kind: 'voucher', serviceId: 'mirsal_50', amount: '50' }, now())
  await sellTo(LOSES_ANSWER, '50')
  const waiting = await sellTo(WAITS, '125')
  await shop.signIn('Hamad Saleh')
  await shop.readWallet()
  return waiting
}

async function sellOne(shop: Shop, count: number, at: number) {
  const paymentMethod = count % 4 === 3 ? 'card' : 'cash'
  if (count % 3 === 2) {
    const serviceId = VOUCHERS[Math.floor(count / 3) % VOUCHERS.length] ?? ''
    const id = await shop.sell({ kind: 'voucher', serviceId, amount: AMOUNTS[serviceId] ?? '50' }, at, {
      paymentMethod,
    })
    await shop.given(id)
    return
  }
  const [serviceId = '', amount = ''] = RECHARGES[count % RECHARGES.length] ?? []
  // Uses a new number each time, because a repeated number needs a confirmation.
  const account = `050${String(2_340_000 + count * 617).padStart(7, '0')}`
  await shop.sell({ kind: 'direct', serviceId, amount, account }, at, { paymentMethod })
}

const AMOUNTS: Record<string, string> = {
  orbyte_50AED: '50',
  souqly_25AED: '25',
  pixelmoor_aed_100: '100',
  'moviora-1m': '39',
  mirsal_50: '50',
  'tunora-3m': '59',
}
