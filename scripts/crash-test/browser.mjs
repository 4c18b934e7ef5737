/**
 * @typedef {{ status: number, body: any }} Answer
 * @typedef {ReturnType<typeof createBrowser>} Browser
 */

import { setTimeout as elapsed } from 'node:timers/promises'

// Longer than any step may wait in the proxy.
const TIMEOUT_MS = 30_000
// This till is faster than a person, so it waits when it reaches the rate limit.
const TOO_FAST_MS = 100

/**
 * A till's browser as far as HTTP goes: it stores its cookies and sends what our own page would. With several addresses each request goes to the next
 * one, as behind a load balancer, and to another one if there is no answer or that one cannot serve it now.
 */
export function createBrowser(/** @type {string | readonly string[]} */ addresses, timeoutMs = TIMEOUT_MS) {
  const urls = [addresses].flat()
  /** @type {Map<string, string>} */
  const cookies = new Map()
  let turn = 0

  /**
   * Returns `undefined` if no answer came.
   * @param {string} method
   * @param {string} path
   * @param {object} [content]
   * @returns {Promise<Answer | undefined>}
   */
  async function ask(method, path, content) {
    const first = turn++
    /** @type {Answer | undefined} */
    let answer
    for (let tries = 0; tries < urls.length; tries += 1) {
      const url = urls[(first + tries) % urls.length] ?? ''
      answer = (await askAt(url, method, path, content)) ?? answer
      if (answer && answer.status !== 503) return answer
    }
    return answer
  }

  /**
   * @param {string} url
   * @param {string} method
   * @param {string} path
   * @param {object} [content]
   * @returns {Promise<Answer | undefined>}
   */
  async function askAt(url, method, path, content) {
    try {
      const response = await fetch(url + path, {
        method,
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(method === 'GET' ? {} : { origin: url, 'content-type': 'application/json' }),
        },
        ...(content === undefined ? {} : { body: JSON.stringify(content) }),
      })
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=')
        cookies.set(name, value)
      }
      const body = await response.json()
      if (response.status !== 429 || body.code !== 'rate-limited') return { status: response.status, body }
    } catch {
      return undefined
    }
    await elapsed(TOO_FAST_MS)
    return askAt(url, method, path, content)
  }

  return { ask, secrets: () => [...cookies.values()].filter((value) => value !== '') }
}
