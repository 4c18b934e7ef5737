import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { SetSettings, type Settings } from '#contract/proxy/settings.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { actorOf } from '../staff/access.ts'
import type { ShopSettings } from '../staff/settings.ts'

/** What holds for the whole shop. */
export function settingsRoutes(app: FastifyInstance, { settings }: { settings: ShopSettings }): void {
  app.get(proxyPaths.settings, async (): Promise<Settings> => settings.current())
  app.put(proxyPaths.settings, async (request): Promise<Settings> => {
    const { expected, ...wanted } = v.parse(SetSettings, request.body)
    return settings.set(wanted, actorOf(request), expected)
  })
}
