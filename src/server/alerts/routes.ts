import type { OpenedAlerts } from './open-alerts.ts'
import { access, actorOf, personOf, terminalOf } from '../staff/access.ts'
import { route, type Route } from '../http/route.ts'

/** Where alerts go, for supervisors. Each change returns what `GET /api/alerts` returns. Secrets go in and never come out. */
export function alertRoutes({ settings, answer, test, look }: OpenedAlerts): Route[] {
  /** What holds already is told at once by a way that was turned on. */
  const afterwards = async () => {
    void look()
    return answer()
  }
  return [
    route('GET /api/alerts', {
      access: access.supervisor,
      handle: answer,
    }),
    route('PUT /api/alerts/email', {
      access: access.stepUp,
      handle: async ({ body, request }) => {
        await settings.setEmail(body, actorOf(request))
        return afterwards()
      },
    }),
    route('PUT /api/alerts/webhook', {
      access: access.stepUp,
      handle: async ({ body, request }) => {
        await settings.setWebhook(body, actorOf(request))
        return afterwards()
      },
    }),
    route('PUT /api/alerts/conditions', {
      access: access.stepUp,
      handle: async ({ body: { expected, ...choice }, request }) => {
        await settings.setChoice(choice, actorOf(request), expected)
        return afterwards()
      },
    }),
    route('POST /api/alerts/test', {
      access: access.supervisor,
      handle: async ({ body, request }) => {
        await test(body, actorOf(request))
        return answer()
      },
    }),
    route('POST /api/alerts/devices', {
      access: access.stepUp,
      handle: async ({ body, request }) => {
        const [person, terminal] = [personOf(request), terminalOf(request)]
        await settings.addDevice(body, { person, terminal }, actorOf(request))
        return afterwards()
      },
    }),
    route('POST /api/alerts/devices/:id/remove', {
      access: access.stepUp,
      handle: async ({ id, request }) => {
        await settings.removeDevice(id, actorOf(request))
        return afterwards()
      },
    }),
  ]
}
