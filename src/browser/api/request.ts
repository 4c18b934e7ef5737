import type { Failure } from '#contract/proxy/failure.ts'

/** The proxy did not do what was asked, and says why and whether money could have moved. */
export class ProxyFailure extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.message)
    this.name = 'ProxyFailure'
    this.failure = failure
  }
}

/** The proxy gave no readable answer: what became of the request is not known. */
export class NoAnswer extends Error {
  constructor(cause: unknown) {
    super('the till did not answer', { cause })
    this.name = 'NoAnswer'
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Options = { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal }

/** Above the longest wait of the proxy, a check (DESIGN section 3). */
const DEADLINE_MS = 30_000

/** One request to the proxy, never repeated here. Throws `ProxyFailure` or `NoAnswer`. */
export async function request<T>(method: Method, path: string, { body, headers, signal }: Options = {}): Promise<T> {
  const deadline = AbortSignal.timeout(DEADLINE_MS)
  let response: Response
  let text: string
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        Accept: 'application/json',
        ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    })
    text = await response.text()
  } catch (error) {
    // Taken back by the screen that asked: that is no missing answer.
    if (signal?.aborted) throw error
    throw new NoAnswer(error)
  }
  const answer = readJson(text, response)
  if (response.ok) return answer as T
  if (isFailure(answer)) throw new ProxyFailure(answer)
  throw new NoAnswer(`status ${response.status}`)
}

function readJson(text: string, { ok, status }: Response): unknown {
  if (ok && text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new NoAnswer(`status ${status} without JSON`)
  }
}

function isFailure(answer: unknown): answer is Failure {
  if (typeof answer !== 'object' || answer === null) return false
  return 'code' in answer && typeof answer.code === 'string' && 'moneyMoved' in answer
}
