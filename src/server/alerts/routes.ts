import {
  AddAlertDevice,
  Alerts,
  SetAlertChoice,
  SetAlertEmail,
  SetAlertWebhook,
  TestAlert,
} from '#api/alerts.ts'
import { NoContent } from '#api/input-parts.ts'
import { dayPaths } from '#api/day-paths.ts'
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
      handle: async ({ body, request }) => {
        await settings.setEmail(body, actorOf(request))
        return afterwards()
      },
    }),
    route({
      method: 'PUT',
      path: dayPaths.alertWebhook,
      access: access.stepUp,
      body: SetAlertWebhook,
      answer: Alerts,
      handle: async ({ body, request }) => {
        await settings.setWebhook(body, actorOf(request))
        return afterwards()
      },
    }),
    route({
      method: 'PUT',
      path: dayPaths.alertChoice,
      access: access.stepUp,
      body: SetAlertChoice,
      answer: Alerts,
      handle: async ({ body: { expected, ...choice }, request }) => {
        await settings.setChoice(choice, actorOf(request), expected)
        return afterwards()
      },
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
      handle: async ({ body, request }) => {
        const [person, terminal] = [personOf(request), terminalOf(request)]
        await settings.addDevice(body, { person, terminal }, actorOf(request))
        return afterwards()
      },
    }),
    route({
      method: 'POST',
      path: dayPaths.removeAlertDevice(':id'),
      access: access.stepUp,
      body: NoContent,
      answer: Alerts,
      handle: async ({ id, request }) => {
        await settings.removeDevice(id, actorOf(request))
        return afterwards()
      },
    }),
  ]
}
