import type { LookupAddress, LookupAllOptions } from 'node:dns'

export type LookUp = (
  name: string,
  options: LookupAllOptions,
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

type Answer = Parameters<LookUp>[2]
type Search = { begin: () => void; isRunning: boolean; answers: Set<Answer> }

/** Including the wait for its turn (ms). A system tries its next name server after five seconds, and sending an alert waits for up to ten. */
const LONGEST_MS = 8_000

/**
 * A system lookup cannot be canceled, and Node runs two at a time (half of its thread pool): names whose servers never answer would block both, and the
 * wholesaler would not be found. Lookups of the same name share one answer.
 */
export function lookUpInTurn(lookUp: LookUp): LookUp {
  /** In the order of arrival. The first one runs. */
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
      // No one is waiting for this lookup.
      if (search.answers.size === 0 && !search.isRunning) searches.delete(key)
      answer(notFound(name), [])
    }, LONGEST_MS)
    search.answers.add(give)
    beginNext()
  }
}

const keyOf = (name: string, options: LookupAllOptions) => JSON.stringify([name, options])

/** The system's error when no name server answers. */
const notFound = (name: string) =>
  Object.assign(new Error(`No address was found for ${name} in time.`), { code: 'EAI_AGAIN' })
