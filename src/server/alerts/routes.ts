import type { FastifyRequest } from 'fastify'

import { AddAlertDevice, Alerts, SetAlertChoice, SetAlertEmail, SetAlertWebhook, TestAlert } from '#api/alerts.ts'
import { NoContent } from '#api/input-parts.ts'
import { dayPaths } from '#api/day-paths.ts'
import type { Actor } from '../audit/audit-log.ts'
import type { OpenedAlerts } from './open-alerts.ts'
import { access, actorOf, personOf, terminalOf } from '../staff/access.ts'
import { route, type Route } from '../http/route.ts'

/** Where alerts go, for supervisors. Each change returns what `GET /api/alerts` returns. Secrets go in and never come out. */
export function alertRoutes({ settings, answer, test, look, change }: OpenedAlerts): Route[] {
  const answerChange = async (request: FastifyRequest, make: (actor: Actor) => Promise<void>) => {
    const actor = actorOf(request)
    await change(() => make(actor), actor)
    // What holds already is told at once by a way that was turned on.
    void look()
    return answer()
  }
  return [
    route({
      method: 'GET',
      path: dayPaths.alerts,
      access: access.supervisor,
      answer: Alerts,
      handle: answer,
    }),
    route({
      method: 'PUT',
      path: dayPaths.alertEmail,
      access: access.stepUp,
      body: SetAlertEmail,
      answer: Alerts,
      handle: ({ body, request }) => answerChange(request, (actor) => settings.setEmail(body, actor)),
    }),
    route({
      method: 'PUT',
      path: dayPaths.alertWebhook,
      access: access.stepUp,
      body: SetAlertWebhook,
      answer: Alerts,
      handle: ({ body, request }) => answerChange(request, (actor) => settings.setWebhook(body, actor)),
    }),
    route({
      method: 'PUT',
      path: dayPaths.alertChoice,
      access: access.stepUp,
      body: SetAlertChoice,
      answer: Alerts,
      handle: ({ body: { expected, ...choice }, request }) =>
        answerChange(request, (actor) => settings.setChoice(choice, actor, expected)),
    }),
    route({
      method: 'POST',
      path: dayPaths.testAlert,
      access: access.supervisor,
      body: TestAlert,
      answer: Alerts,
      handle: async ({ body, request }) => {
        await test(body, actorOf(request))
        return answer()
      },
    }),
    route({
      method: 'POST',
      path: dayPaths.alertDevices,
      access: access.stepUp,
      body: AddAlertDevice,
      answer: Alerts,
      handle: ({ body, request }) => {
        const [person, terminal] = [personOf(request), terminalOf(request)]
        return answerChange(request, (actor) => settings.addDevice(body, { person, terminal }, actor))
      },
    }),
    route({
      method: 'POST',
      path: dayPaths.removeAlertDevice(':id'),
      access: access.stepUp,
      body: NoContent,
      answer: Alerts,
      handle: ({ id, request }) => answerChange(request, (actor) => settings.removeDevice(id, actor)),
    }),
  ]
}
