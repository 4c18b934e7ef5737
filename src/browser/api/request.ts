import type { Endpoint, InputOf, OutputOf } from '#api/endpoints.ts'
import type { Failure } from '#api/failure.ts'
import { BUILD_HEADER, BUILD_META, PRACTICE_HEADER } from '#api/headers.ts'
import { encodeText } from '#domain/web-address.ts'

declare global {
  /** Responses that `early.ts` requested before the app loaded, by path. Each one is taken once. */
  var earlyAnswers: Record<string, Promise<Response | undefined>> | undefined
}

/** Why the server refused, and how long to wait before a retry if it says so. */
export type RetryableFailure = Failure & { retryAfterMs?: number }

/** `failure` has the reason and whether money may have moved. */
export class ServerFailure extends Error {
  readonly failure: RetryableFailure
  constructor(failure: RetryableFailure) {
    super(failure.message)
    this.name = 'ServerFailure'
    this.failure = failure
  }
}

/** No readable response arrived, so the result of the request is unknown. */
export class NoAnswer extends Error {
  constructor(cause: unknown) {
    super('the till did not answer', { cause })
    this.name = 'NoAnswer'
  }
}

type How = {
  headers?: Record<string, string>
  cache?: RequestCache
  signal?: AbortSignal
  /** By default, longer than any wait of the server. */
  deadlineMs?: number
  /** The caller asks for the PIN and sends it in the request. */
  asksForPin?: true
}
type Part<Name extends string, T> = undefined extends T
  ? { [N in Name]?: T }
  : object extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T }
type Options<E extends Endpoint> = How &
  Part<'id', E extends `${string}/:id${string}` ? string | number : undefined> &
  Part<'query', InputOf<E, 'query'>> &
  Part<'body', InputOf<E, 'body'>>
type Arguments<E extends Endpoint> = object extends Options<E> ? [options?: Options<E>] : [options: Options<E>]
type Query = Record<string, string | undefined>
type AnyOptions = How & { id?: string | number; query?: Query; body?: unknown }
type Exchange<T> = { answer: T; text: string; headers: Headers }

/** Whether this page is for practice; `undefined` until the session is read. */
let isPractice: boolean | undefined

/** Returns false if the till has switched to or from practice since this page loaded; the page must then be reloaded. */
export function showsTill(practice: boolean): boolean {
  isPractice ??= practice
  return isPractice === practice
}

/** Longer than the server's longest wait, which is for a check. */
export const DEADLINE_MS = 30_000

/** Resolves to whether the PIN was accepted. */
type AskForPin = () => Promise<boolean>
let askForPin: AskForPin = async () => false

export function onStepUp(ask: AskForPin): void {
  askForPin = ask
}

/** Throws `ServerFailure` or `NoAnswer`. Repeats a request only after `step-up-required`, when the server has done nothing. */
export async function call<E extends Endpoint>(endpoint: E, ...args: Arguments<E>): Promise<OutputOf<E, 'answer'>> {
  return (await exchange(endpoint, ...args)).answer
}

export async function exchange<E extends Endpoint>(
  endpoint: E,
  ...args: Arguments<E>
): Promise<Exchange<OutputOf<E, 'answer'>>> {
  const [options = {}] = args as readonly AnyOptions[]
  try {
    return await exchangeOnce(endpoint, options)
  } catch (error) {
    const isStepUp = error instanceof ServerFailure && error.failure.code === 'step-up-required'
    if (isStepUp && !options.asksForPin && (await askForPin())) return exchangeOnce(endpoint, options)
    throw error
  }
}

export const addressOf = <E extends Endpoint>(endpoint: E, query: InputOf<E, 'query'> & Query = {}, id = ''): string =>
  addressIn(endpoint, { id, query })

function addressIn(endpoint: string, { id = '', query = {} }: AnyOptions): string {
  const path = endpoint.slice(endpoint.indexOf('/')).replace(':id', encodeText(String(id)))
  const asked = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return asked.length > 0 ? `${path}?${new URLSearchParams(asked).toString()}` : path
}

async function exchangeOnce<T>(endpoint: string, options: AnyOptions): Promise<Exchange<T>> {
  const { body, headers, cache = 'no-store', signal, deadlineMs = DEADLINE_MS } = options
  const method = endpoint.slice(0, endpoint.indexOf(' '))
  const path = addressIn(endpoint, options)
  let response: Response
  let text: string
  try {
    const early = method === 'GET' ? takeEarlyAnswer(path) : undefined
    response =
      (early && (await early)) ??
      (await fetch(path, {
        method,
        credentials: 'same-origin',
        cache,
        headers: {
          Accept: 'application/json',
          ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
          // The server refuses requests of a page whose practice mode differs from the till's.
          ...(isPractice ? { [PRACTICE_HEADER]: '1' } : {}),
          ...headers,
        },
        ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
        signal: endsWith(AbortSignal.timeout(deadlineMs), signal),
      }))
    text = await response.text()
  } catch (error) {
    if (signal?.aborted) throw error
    throw new NoAnswer(error)
  }
  const answer = readJson(text, response)
  if (response.ok) return { answer: answer as T, text, headers: response.headers }
  if (isFailure(answer)) throw new ServerFailure({ ...answer, ...readWait(response.headers) })
  throw new NoAnswer(`status ${response.status}`)
}

/** Aborts with either signal. The oldest supported browsers lack `AbortSignal.any`. */
function endsWith(deadline: AbortSignal, signal: AbortSignal | undefined): AbortSignal {
  if (!signal || signal.aborted) return signal ?? deadline
  const either = new AbortController()
  for (const each of [signal, deadline]) each.addEventListener('abort', () => either.abort(each.reason))
  return either.signal
}

/** The response that `early.ts` prefetched, or `undefined` if there is none or it failed. */
function takeEarlyAnswer(path: string): Promise<Response | undefined> | undefined {
  const early = globalThis.earlyAnswers?.[path]
  delete globalThis.earlyAnswers?.[path]
  return early?.catch(() => undefined)
}

function readJson(text: string, { ok, status }: Response): unknown {
  if (ok && text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new NoAnswer(`status ${status} without JSON`)
  }
}

function readWait(headers: Headers): { retryAfterMs?: number } {
  const seconds = Number(headers.get('retry-after') ?? NaN)
  return seconds > 0 ? { retryAfterMs: seconds * 1_000 } : {}
}

function isFailure(answer: unknown): answer is Failure {
  if (typeof answer !== 'object' || answer === null) return false
  return 'code' in answer && typeof answer.code === 'string' && 'moneyMoved' in answer
}

/** Sends the build of this page, so a server of another build can ask for a reload. Empty in development. */
export function pageBuild(): Record<string, string> {
  const mark = document.querySelector<HTMLMetaElement>(`meta[name="${BUILD_META}"]`)
  return mark ? { [BUILD_HEADER]: mark.content } : {}
}
