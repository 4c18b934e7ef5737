import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

import type { FastifyInstance } from 'fastify'

import { systemTimers } from '../lib/ports.ts'
import { createInFlight, waitAtMost } from '../lib/concurrency.ts'
import type { ShopRoutes } from './router.ts'

/** How long to wait for responses (ms) after their work is done. */
const ANSWERED_MS = 2_000

export type UnderWay = ReturnType<typeof createUnderWay>

/** What is waited for before a shop is closed. */
export function createUnderWay() {
  const answering = new Set<ServerResponse>()
  const works = createInFlight()
  return {
    countedRoutes: (app: FastifyInstance): ShopRoutes => ({
      routing: (request, response) => {
        answering.add(response)
        response.once('close', () => answering.delete(response))
        app.routing(request, response)
      },
    }),
    count: works.count,
    /** Clients that were not answered in time are disconnected. */
    end: async (): Promise<void> => {
      const answered = [...answering].map((response) => once(response, 'close'))
      await waitAtMost(systemTimers, ANSWERED_MS, Promise.allSettled([...answered, works.rest()]))
      for (const response of answering) response.destroy()
    },
  }
}
