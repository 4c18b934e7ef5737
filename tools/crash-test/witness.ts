import type { Browser, Answer } from './processes.ts'
type LastRead = { number: number; version: number; state: string; voucher?: string; revealCount?: number }
/** `ids` are the ids of the sales of its lines. */
type LastBatch = { version: number; ids: (string | undefined)[] }
export type Witness = ReturnType<typeof createWitness>

const COMPLETE = new Set(['refused', 'succeeded', 'failed', 'canceled', 'replaced', 'abandoned'])

/** Statuses that a till may receive at any time without an error. */
const EXPECTED = new Set([200, 202, 503])
const EXPECTED_CONFLICTS = new Set([
  'duplicate-blocked',
  'confirm-duplicate',
  'stale-version',
  'quote-expired',
  'operator-differs',
  'wrong-state',
])
const STAGES = [undefined, 'coming', 'ready', 'delivered']

export const isComplete = ({ state, voucher }: Pick<LastRead, 'state' | 'voucher'>) =>
  COMPLETE.has(state) && voucher !== 'coming'

/** Remembers what tills have read, because that must stay true whatever is killed in between. */
export function createWitness() {
  const told = new Map<string, LastRead>()
  const toldBatches = new Map<string, LastBatch>()
  const codes = new Map<string, string>()
  const contradictions = new Set<string>()

  async function ask(
    browser: Browser,
    id: string,
    method: string,
    step: string,
    content?: object,
  ): Promise<Answer | undefined> {
    const before = told.get(id)
    const answer = await browser.ask(method, `/api/sales/${id}${step}`, content)
    if (answer) hear(id, before, answer, `${method} ${step}`)
    return answer
  }

  /** Each sale of a line is passed to `mint`. */
  async function askBatch(
    browser: Browser,
    id: string,
    method: string,
    step: string,
    mint: (id: string) => void,
    content?: object,
  ): Promise<Answer | undefined> {
    const before = toldBatches.get(id)
    const salesBefore = new Map(before?.ids.flatMap((each = '') => [[each, told.get(each)]]))
    const answer = await browser.ask(method, `/api/batches/${id}${step}`, content)
    if (!answer) return undefined
    const { status, body } = answer
    const isBatch = (status === 200 || status === 202) && body.id === id
    if (!isBatch) {
      const isUnopened = status === 404 && !before
      if (status !== 503 && !isUnopened && !(status === 409 && EXPECTED_CONFLICTS.has(body.code)))
        contradictions.add(
          `a till was answered ${status} ${body.code ?? ''} (${body.message ?? ''}) to ${method} ${step}`,
        )
      return answer
    }
    const lines: { sale?: LastRead & { id: string } }[] = body.lines
    if (before && before.version > body.version)
      contradictions.add(`quantity ${id} was told at version ${before.version}, and at version ${body.version} later`)
    for (const [index, { sale }] of lines.entries()) {
      const earlier = before?.ids[index]
      const wasSold = salesBefore.get(earlier ?? '')?.state === 'succeeded'
      if (wasSold && sale?.id !== earlier)
        contradictions.add(`line ${index + 1} of quantity ${id} was told as sold, and by another sale later`)
      if (!sale) continue
      mint(sale.id)
      const beforeSale = salesBefore.get(sale.id)
      if (beforeSale) compare(beforeSale, sale)
      remember(sale)
    }
    const last = toldBatches.get(id)
    if (!last || last.version <= body.version)
      toldBatches.set(id, { version: body.version, ids: lines.map(({ sale }) => sale?.id) })
    return answer
  }

  function remember({ id, number, version, state, voucher, revealCount }: LastRead & { id: string }) {
    const last = told.get(id)
    if (!last || last.version <= version)
      told.set(id, { number, version, state, ...(voucher ? { voucher } : {}), ...(revealCount ? { revealCount } : {}) })
  }

  function hear(id: string, before: LastRead | undefined, { status, body }: Answer, question: string) {
    const isSale = EXPECTED.has(status) && status !== 503
    // A reveal returns the sale along with the code.
    const isShown = status === 200 && question === 'POST /reveal'
    const sale = isShown ? body.sale : body
    // A sale whose opening was never answered may not exist; a sale that a till has read does.
    const isUnopened = status === 404 && !before
    const isStepUp = status === 401 && body.code === 'step-up-required'
    const isConflict = status === 409 && EXPECTED_CONFLICTS.has(body.code)
    const isExpected = EXPECTED.has(status) || isUnopened || isConflict || isStepUp
    if (!isExpected)
      contradictions.add(`a till was answered ${status} ${body.code ?? ''} (${body.message ?? ''}) to ${question}`)
    if (!isSale || sale.id !== id) return
    if (before) compare(before, sale)
    if (isShown) hearCode(sale, body.voucher)
    remember(sale)
  }

  function hearCode({ id, number }: LastRead & { id: string }, voucher: any) {
    const code = voucher?.number ?? voucher?.link
    if (code === undefined) return
    const before = codes.get(id)
    // Without the code, because this message ends up in a log.
    if (before !== undefined && before !== code)
      contradictions.add(`sale ${number} was shown with one code, and with another later`)
    codes.set(id, code)
  }

  function compare(before: LastRead, now: LastRead) {
    const name = `sale ${before.number}`
    if (now.number !== before.number) contradictions.add(`${name} was told as sale ${now.number} later`)
    if (now.version < before.version) {
      contradictions.add(
        `${name} was told at version ${before.version}, and at version ${now.version} later: a write was lost`,
      )
    }
    if (STAGES.indexOf(now.voucher) < STAGES.indexOf(before.voucher))
      contradictions.add(`the code of ${name} was told as ${before.voucher}, and as ${now.voucher ?? 'nowhere'} later`)
    if ((now.revealCount ?? 0) < (before.revealCount ?? 0))
      contradictions.add(
        `${name} was told as shown ${before.revealCount} times, and as shown ${now.revealCount ?? 0} times later`,
      )
    if (COMPLETE.has(before.state) && now.state !== before.state)
      contradictions.add(`${name} was told as ${before.state}, and as ${now.state} later`)
  }

  return {
    ask,
    askBatch,
    lastOf: (id: string) => told.get(id),
    codeOf: (id: string) => codes.get(id),
    compareWith: (journal: Map<string, LastRead>): string[] => {
      for (const [id, before] of told) {
        const now = journal.get(id)
        if (now) compare(before, now)
        else contradictions.add(`sale ${before.number} was told to a till, and the journal does not have it`)
      }
      return [...contradictions]
    },
  }
}
