import type { Connection, Exchange, OpenFailed, Post, Posted } from '#server/wholesaler/client.ts'
import type { Host } from './host.ts'
import type { Faults, LineFault } from './faults.ts'
import { garble, wholeAnswer } from './garble.ts'
import type { Random } from './random.ts'
import type { Service, ServiceAnswer } from './service.ts'
import type { Leading } from './shop-process.ts'
import type { World } from './world.ts'

export type Watcher = {
  left: (call: Call) => void
  arrived?: (call: Call, isKeyAccepted: boolean) => void
  answered: (call: Call, body: Record<string, unknown>) => void
  /** `text` came back instead of this answer. The server may believe parts of it. */
  damaged: (call: Call, body: Record<string, unknown>, text: string) => void
  saleOf: (call: Call) => string | undefined
}
export type Call = {
  path: string
  key: bigint
  ext: string | undefined
  id: string | undefined
  sentAt: number
  /** The epoch of the process that sent the call, if several processes share the account. */
  epoch: number | undefined
  body: CallBody
}
type CallBody = {
  product?: string
  external_transaction_id?: string
  transaction_id?: string
  provider_id?: number
  fields?: { account?: string; amount_id?: string; amount?: number }
}

export type Network = { connect: (host: Host, leading?: Pick<Leading, 'epoch' | 'sendsLateBy'>) => Connection }

type NetworkOptions = {
  world: World
  service: Service
  faults: Faults
  random: Random
  watcher: Watcher
  note: (about: string, what: string, detail?: string | number) => void
}

const MINUTE = 60_000
const MAX_DELAY_MS = 10 * MINUTE

export function createNetwork({ world, service, faults, random, watcher, note }: NetworkOptions): Network {
  const lastAnswers = new Map<string, { subject: string | undefined; text: string }>()

  function connect(host: Host, leading?: Pick<Leading, 'epoch' | 'sendsLateBy'>): Connection {
    const { pass, isAlive, whenRunning } = host
    let isUp = false
    /** The other side has closed the connection, and the server has not noticed. */
    let isStale = false

    async function openUp(): Promise<'standing' | 'fresh' | OpenFailed> {
      if (isUp) {
        isStale = faults.happens('connection found dead', 0.01)
        return 'standing'
      }
      if (faults.happens('no connection', 0.03)) {
        await world.sleep(random.pick([2, 40, 3_000]))
        return { failed: 'ECONNREFUSED' }
      }
      const isSlow = faults.happens('slow connection', 0.02)
      await world.sleep(isSlow ? random.whole(500, 2_900) : random.whole(2, 30))
      isUp = true
      return 'fresh'
    }

    function post({ path, body, maxBytes, mayWrite }: Post): Posted {
      const { exchange, settle } = createExchange()
      const posted = (isWritten: boolean): Posted => ({
        written: Promise.resolve(isWritten),
        exchange,
        abort: (reason) => {
          isUp = false
          settle({ kind: 'lost', reason })
        },
      })
      if (isStale || !mayWrite()) {
        isUp = isStale = false
        return posted(false)
      }
      const call = readCall(path, body, world.now(), leading?.epoch)
      const lateMs = leading?.sendsLateBy() ?? 0
      watcher.left(call)
      const about = watcher.saleOf(call) ?? call.id ?? 'gate'
      const fault = faults.onExchange(path)
      note(about, `${path} leaves`, fault ?? '')
      const lose = (afterMs: number) =>
        world.after(afterMs, () => {
          isUp = false
          settle({ kind: 'lost', reason: 'reset' })
        })

      const arrive = (isUnanswered: boolean) => {
        const answer = service.receive(path, body)
        watcher.arrived?.(call, answer.isKeyAccepted)
        note(about, `${path} arrives${isUnanswered ? ', unanswered' : ''}`, tell(answer))
        if (!isUnanswered) comeBack(call, answer, fault)
      }

      function comeBack(call: Call, answer: ServiceAnswer, fault: LineFault | undefined): void {
        const isLate = fault === 'answer late'
        const wayMs = isLate ? random.whole(5_000, 90_000) : random.whole(3, 60)
        if (isLate || fault === 'answer dropped' || fault === 'reset within the answer') faults.hit(fault)
        if (fault === 'answer dropped') return
        if (fault === 'reset within the answer') return void lose(answer.afterMs + wayMs)
        const reach = () => {
          if (!isAlive()) return
          const whole = wholeAnswer(answer)
          // The text must be about another sale: an answer belongs to its connection, and an older answer about the
          // same sale could not be recognized.
          const subject = subjectOf(call, answer)
          const lastAnswer = lastAnswers.get(path)
          const isOther = lastAnswer && subject !== undefined && lastAnswer.subject !== subject
          const somebodyElses = isOther ? lastAnswer.text : undefined
          const garbled = fault && garble(fault, answer, whole.text, { random, maxBytes, somebodyElses })
          lastAnswers.set(path, { subject, text: whole.text })
          if (garbled) faults.hit(fault)
          const given = garbled ?? whole
          const isTaken = settle(given.text.length > maxBytes ? { kind: 'lost', reason: 'too-big' } : given)
          if (isTaken && garbled) watcher.damaged(call, answer.body, given.text)
          else if (isTaken) watcher.answered(call, answer.body)
        }
        world.after(answer.afterMs + wayMs, () => whenRunning(reach))
      }

      const wayMs = lateMs + random.whole(3, 60)
      switch (fault) {
        case 'request dropped':
          faults.hit(fault)
          break
        case 'reset within the request': {
          faults.hit(fault)
          const isComplete = random.chance(0.25)
          if (isComplete) world.after(wayMs, () => arrive(true))
          lose(random.whole(1, 40))
          break
        }
        case 'request delayed':
          faults.hit(fault)
          world.after(lateMs + delayOf(random), () => arrive(false))
          break
        case 'request overtaken':
          faults.hit(fault)
          world.after(lateMs + random.whole(60, 3_000), () => arrive(false))
          break
        case 'request twice': {
          faults.hit(fault)
          // The answer may belong to the copy, which is rejected because the original was accepted.
          const isAnsweredTwice = random.chance(0.25)
          world.after(wayMs, () => arrive(isAnsweredTwice))
          world.after(wayMs + (isAnsweredTwice ? random.whole(1, 3_000) : delayOf(random)), () =>
            arrive(!isAnsweredTwice),
          )
          break
        }
        default:
          world.after(wayMs, () => arrive(false))
      }
      return posted(true)
    }

    return {
      open: () => pass('connect', openUp),
      post: (given) => {
        let posted: Posted | undefined
        // The network knows at once whether the call was written, but the server learns that through a separate port.
        const written = pass('send', () => {
          posted = post(given)
          return posted.written
        })
        const { exchange, settle } = createExchange()
        void posted?.exchange.then((what) => whenRunning(() => settle(what)))
        return { written, exchange, abort: (reason) => posted?.abort(reason) }
      },
      destroy: () => {
        isUp = false
      },
    }
  }

  return { connect }
}

function createExchange() {
  let isSettled = false
  let resolve!: (what: Exchange) => void
  const exchange = new Promise<Exchange>((settle) => {
    resolve = settle
  })
  const settle = (what: Exchange): boolean => {
    if (isSettled) return false
    isSettled = true
    resolve(what)
    return true
  }
  return { exchange, settle }
}

const delayOf = (random: Random) => Math.round(MAX_DELAY_MS * random.next() ** 4)

function readCall(path: string, text: string, sentAt: number, epoch: number | undefined): Call {
  const { auth, ...body } = JSON.parse(text) as CallBody & { auth: { key: string } }
  const { external_transaction_id: ext, transaction_id: id } = body
  return { path, key: BigInt(auth.key), ext, id, sentAt, epoch, body }
}

function tell({ body }: ServiceAnswer): string {
  const error = body.error as { code: unknown } | undefined
  const transaction = body.transaction as { state: unknown } | undefined
  if (error) return `error ${String(error.code)}`
  return transaction ? `state ${String(transaction.state)}` : 'well'
}

/**
 * The subject of an answer: a sale; for an international one a transaction or, before it exists, the number and the
 * denomination; or the provider of a list.
 */
function subjectOf({ body: asked, ext, id }: Call, { body }: ServiceAnswer): string | undefined {
  const transaction = body.transaction as { external_transaction_id?: string } | undefined
  const { fields, provider_id: provider } = asked
  const content = fields?.amount_id === undefined ? undefined : `${fields.account} ${fields.amount_id}`
  const list = provider === undefined ? undefined : `operator ${provider}`
  return transaction?.external_transaction_id ?? ext ?? content ?? id ?? list
}
