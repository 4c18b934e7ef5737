import { randomBytes } from 'node:crypto'

import { ulid } from 'ulid'
import { Client } from 'undici'

/**
 * @typedef {Awaited<ReturnType<typeof openTill>>} Till
 * @typedef {{ method: 'GET' | 'POST' | 'PUT', path: string, body?: string, headers?: Record<string, string> }} Asked
 */

/**
 * A connection of its own that a browser would keep, from an address of this machine.
 * @param {string} url @param {Record<string, string>} always Headers of every request. @param {string} [from]
 */
export function openConnection(url, always = {}, from) {
  const client = new Client(url, {
    pipelining: 1,
    keepAliveTimeout: 600_000,
    headersTimeout: 0,
    bodyTimeout: 0,
    ...(from === undefined ? {} : { localAddress: from }),
  })
  return {
    /** The text is read to its end. */
    ask: async (/** @type {Asked} */ { method, path, body, headers = {} }) => {
      const answer = await client.request({ method, path, body: body ?? null, headers: { ...always, ...headers } })
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
    },
    close: () => client.close(),
  }
}

/**
 * A browser with nobody signed in. `ask` throws unless the answer is good, and `keep` gives a connection that keeps who is signed in by then.
 * @param {string} url @param {string} [from] The address of this machine from which it comes.
 */
export function openBrowser(url, from) {
  /** @type {Map<string, string>} */
  const cookies = new Map()
  const stranger = openConnection(url, {}, from)
  const ask = async (/** @type {Asked} */ asked) => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await stranger.ask({
      ...asked,
      headers: { cookie, origin: url, 'content-type': 'application/json' },
    })
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    if (answer.status !== 200) throw new Error(`${asked.path} answered ${answer.status}: ${answer.text}`)
    return JSON.parse(answer.text)
  }
  const keep = async (at = url) => {
    await stranger.close()
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    return openConnection(at, { cookie, origin: at, 'content-type': 'application/json' })
  }
  return { ask, keep }
}

/** A browser with somebody of the practice staff signed in. */
export async function openTill(/** @type {string} */ url, /** @type {'cashier' | 'supervisor'} */ role, index = 0) {
  const { ask, keep } = openBrowser(url)
  await ask({ method: 'GET', path: '/api/session' })
  const { staff, demoPins } = await ask({ method: 'GET', path: '/api/session' })
  const people = staff.filter((/** @type {{ role: string }} */ each) => each.role === role)
  const person = people[index % people.length]
  const body = JSON.stringify({ staffId: person.id, pin: demoPins[person.id] })
  await ask({ method: 'POST', path: '/api/session', body })
  return keep()
}

let lastAccount = 500_000_000

/** Another number for each sale, so that none is taken for a duplicate. */
function nextSale() {
  lastAccount += 1
  return { serviceId: `service-${(lastAccount % 200) + 1}`, account: `971${lastAccount}`, amount: '50' }
}

/**
 * Both steps of one sale at a till. Answers how long each took, in ms.
 * @param {Till} till
 */
export async function sell(till) {
  const path = `/api/sales/${ulid()}`
  const { ms: checkMs, text } = await timed(() =>
    till.ask({ method: 'PUT', path, body: JSON.stringify({ kind: 'direct', ...nextSale() }) }),
  )
  const { version, state } = JSON.parse(text)
  if (state !== 'checked') throw new Error(`the sale is not checked: ${text}`)
  const confirmed = await timed(() =>
    till.ask({ method: 'POST', path: `${path}/confirm`, body: JSON.stringify({ version }) }),
  )
  if (JSON.parse(confirmed.text).state !== 'succeeded') throw new Error(`the sale is not sold: ${confirmed.text}`)
  return [checkMs, confirmed.ms]
}

/**
 * The same two calls, passed on and nothing else.
 * @param {Till} bare
 */
export async function passOn(bare) {
  const id = randomBytes(13).toString('hex')
  const { serviceId, account, amount } = nextSale()
  const fields = { account, amount: Number(amount) }
  const steps = [
    { path: '/transaction/check', body: { product: serviceId, external_transaction_id: id, fields } },
    { path: '/transaction/confirm', body: { external_transaction_id: id, fields: { amount: fields.amount } } },
  ]
  const times = []
  for (const { path, body } of steps) {
    times.push((await timed(() => bare.ask({ method: 'POST', path, body: JSON.stringify(body) }))).ms)
  }
  return times
}

/** @template {object} T @param {() => Promise<T>} run */
async function timed(run) {
  const begun = performance.now()
  const answer = await run()
  return { ...answer, ms: performance.now() - begun }
}
