import type { OpenedAlerts } from './open-alerts.ts'
import { access, actorOf, personOf, terminalOf } from '../staff/access.ts'
import { route, type Route } from '../http/route.ts'

/** Each change returns what `GET /api/alerts` returns, never secrets. */
export function alertRoutes({ settings, answer, test, look }: OpenedAlerts): Route[] {
  const answerChange = async (change: Promise<void>) => {
    await change
    // A new channel is notified of current problems at once.
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
      handle: ({ body, request }) => answerChange(settings.setEmail(body, actorOf(request))),
    }),
    route('PUT /api/alerts/webhook', {
      access: access.stepUp,
      handle: ({ body, request }) => answerChange(settings.setWebhook(body, actorOf(request))),
    }),
    route('PUT /api/alerts/conditions', {
      access: access.stepUp,
      handle: ({ body: { expected, ...choice }, request }) =>
        answerChange(settings.setChoice(choice, actorOf(request), expected)),
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
      handle: ({ body, request }) => {
        const [person, terminal] = [personOf(request), terminalOf(request)]
        return answerChange(settings.addDevice(body, { person, terminal }, actorOf(request)))
      },
    }),
    route('POST /api/alerts/devices/:id/remove', {
      access: access.stepUp,
      handle: ({ id, request }) => answerChange(settings.removeDevice(id, actorOf(request))),
    }),
  ]
}
