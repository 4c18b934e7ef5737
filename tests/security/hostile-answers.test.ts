import { createHook } from 'node:async_hooks'
import { request } from 'node:http'

import { expect, it, onTestFinished } from 'vitest'

import { startToptill } from '#server/main.ts'
import { hostileCases, prepareProxy, signInAt, startHostileService } from '../support/hostile-service.ts'
import { isFull } from '../support/level.ts'
import { CHEAP_PINS } from '../support/start-shop.ts'

/** @security V15.2.2, V1.3.12: The length of text and lists is checked before they are read. */

const SIZE_MIB = 4

/** Counts the awaited turns of the event loop, and runs `onFirst` in the first of them. */
function countTurns(onFirst: () => void) {
  let turns = 0
  const hook = createHook({
    init: (_, type) => {
      if (type === 'Immediate' && (turns += 1) === 1) queueMicrotask(onFirst)
    },
  }).enable()
  return () => {
    hook.disable()
    return turns
  }
}

// `npm run bench -- hostile-answers` measures the time and memory of the largest such answers.
it.each(hostileCases(SIZE_MIB * 1024 * 1024).filter(({ what }) => isFull || !/good|offer|empty/.test(what)))(
  'the server answers other requests between the turns of its work while its provider sends $what',
  async ({ bodies, act, turnsPerMib = {} }) => {
    const service = await startHostileService(bodies())
    const { env, browserFolder, remove } = prepareProxy(service.url)
    const proxy = await startToptill({ env, browserFolder, pinCost: CHEAP_PINS, record: () => {} })
    onTestFinished(async () => {
      await proxy.close()
      service.close()
      remove()
    })
    const till = await signInAt(proxy.url, env)
    const answered: string[] = []
    const turns = countTurns(() => {
      const asked = request(`${proxy.url}/healthz`, (answer) => {
        answer.resume().on('end', () => answered.push('another'))
      })
      asked.end()
    })
    // Two tills ask at once, and then one of them reads the same again.
    await Promise.all([act(till), act(till)])
    answered.push('the tills')
    await act(till)
    const taken = turns() / SIZE_MIB
    expect(service.unrequested()).toEqual([])
    if ('most' in turnsPerMib) expect(taken).toBeLessThan(turnsPerMib.most)
    if ('least' in turnsPerMib) {
      expect(taken).toBeGreaterThan(turnsPerMib.least)
      expect(answered).toEqual(['another', 'the tills'])
    }
  },
)
