import { proxyPaths } from '#contract/proxy/paths.ts'
import { SetSettings, Settings } from '#contract/proxy/settings.ts'
import { access, actorOf } from '../staff/access.ts'
import type { ShopSettings } from '../staff/settings.ts'
import { route, type Route } from './route.ts'

export const settingsRoutes = ({ settings }: { settings: ShopSettings }): Route[] => [
  route({
    method: 'GET',
    path: proxyPaths.settings,
    access: access.supervisor,
    answer: Settings,
    handle: async () => settings.current(),
  }),
  route({
    method: 'PUT',
    path: proxyPaths.settings,
    access: access.stepUp,
    body: SetSettings,
    answer: Settings,
    handle: ({ body: { expected, ...wanted }, request }) => settings.set(wanted, actorOf(request), expected),
  }),
]
