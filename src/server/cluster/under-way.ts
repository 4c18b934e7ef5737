import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

import type { FastifyInstance } from 'fastify'

import { systemTimers } from '../lib/ports.ts'
import { createInFlight, waitAtMost } from '../lib/concurrency.ts'
import type { ShopRoutes } from './router.ts'

/** How long answers are waited for (ms) when everything that they are about is done. */
const ANSWERED_MS = 2_000

export type UnderWay = ReturnType<typeof createUnderWay>

/** What a shop is answering or running, so that it is waited for before the shop is closed. */
export function createUnderWay() {
  const answering = new Set<ServerResponse>()
  const works = createInFlight()
  return {
    /** The same routes, which count what they answer. */
    countedRoutes: (app: FastifyInstance): ShopRoutes => ({
      routing: (request, response) => {
        answering.add(response)
        response.once('close', () => answering.delete(response))
        app.routing(request, response)
      },
    }),
    count: works.count,
    /** Resolves when nothing is under way. Whoever is not answered in time is disconnected. */
    end: async (): Promise<void> => {
      const answered = [...answering].map((response) => once(response, 'close'))
      await waitAtMost(systemTimers, ANSWERED_MS, Promise.allSettled([...answered, works.rest()]))
      for (const response of answering) response.destroy()
    },
  }
}
