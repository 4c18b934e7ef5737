import type { LookupAddress, LookupAllOptions } from 'node:dns'

/** Finds all addresses of a name. */
export type LookUp = (
  name: string,
  options: LookupAllOptions,
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

type Answer = Parameters<LookUp>[2]
type Search = { begin: () => void; isRunning: boolean; answers: Set<Answer> }

/**
 * How long (ms) a request for a name waits, its turn included. A system tries its next name server after five seconds, and sending an alert waits for ten.
 */
const LONGEST_MS = 8_000

/**
 * Looks up one name at a time. A look-up of the system cannot be ended, and Node runs two of them at once for the whole process (half of its thread pool):
 * names whose servers never answer would take both, and the wholesaler would not be found. Who asks for a name that is being looked up gets that answer.
 */
export function lookUpInTurn(lookUp: LookUp): LookUp {
  /** In the order in which they came. The first one runs. */
  const searches = new Map<string, Search>()

  function beginNext(): void {
    const [next] = searches.values()
    if (!next || next.isRunning) return
    next.isRunning = true
    next.begin()
  }

  function add(name: string, options: LookupAllOptions): Search {
    const key = keyOf(name, options)
    const answers = new Set<Answer>()
    const begin = () =>
      lookUp(name, options, (error, addresses) => {
        searches.delete(key)
        beginNext()
        for (const answer of answers) answer(error, addresses)
      })
    const search = { begin, isRunning: false, answers }
    searches.set(key, search)
    return search
  }

  return (name, options, answer) => {
    const key = keyOf(name, options)
    const search = searches.get(key) ?? add(name, options)
    const give: Answer = (error, addresses) => {
      clearTimeout(timer)
      answer(error, addresses)
    }
    const timer = setTimeout(() => {
      search.answers.delete(give)
      // Nobody waits for it any more, so it need not begin.
      if (search.answers.size === 0 && !search.isRunning) searches.delete(key)
      answer(notFound(name), [])
    }, LONGEST_MS)
    search.answers.add(give)
    beginNext()
  }
}

const keyOf = (name: string, options: LookupAllOptions) => JSON.stringify([name, options])

/** As the system says it when no name server answers. */
const notFound = (name: string) =>
  Object.assign(new Error(`No address was found for ${name} in time.`), { code: 'EAI_AGAIN' })
