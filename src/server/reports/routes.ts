import type { Readable } from 'node:stream'

import type { FastifyReply } from 'fastify'

import type { ReportQuery } from '#api/reports.ts'
import { RequestRefused } from '../lib/failures.ts'
import { access, actorOf, personOf, terminalOf } from '../staff/access.ts'
import { plausibleTimes } from '#domain/reports/sale-times.ts'
import { readSaleId } from '../sales/routes.ts'
import { readDays } from '../sales-list/routes.ts'
import type { ServerParts } from '../parts/server-parts.ts'
import { route, type Route } from '../http/route.ts'

export const reportRoutes = ({ selling: { reports }, staff, calendar }: ServerParts): Route[] => [
  route('GET /api/reports', {
    access: access.supervisor,
    isCompressed: true,
    handle: async ({ query }) => {
      readDays(query, calendar())
      return reports.read(query)
    },
  }),
  route('POST /api/sales/:id/times', {
    access: { ...access.counter, isAutomatic: true },
    handle: async ({ id, body, request }) => {
      const from = { person: personOf(request), terminal: terminalOf(request) }
      if (await reports.recordTimes(readSaleId(id), from, plausibleTimes(body))) return {}
      throw new RequestRefused(404, 'not-found', 'This is not a sale that this person sent from this till.')
    },
  }),
  route('GET /api/reports/times.csv', {
    access: access.supervisor,
    handle: async ({ query: { form, ...days }, request, reply }) => {
      const range = readDays(days, calendar())
      await staff.audit.append({ kind: 'exported', ...actorOf(request), detail: { what: 'times', ...days } })
      return sendCsv(reply, 'times', days, await reports.exportTimes(range, form))
    },
  }),
  route('GET /api/sales.csv', {
    access: access.supervisor,
    handle: async ({ query: { form, ...days }, request, reply }) => {
      const range = readDays(days, calendar())
      await staff.audit.append({ kind: 'exported', ...actorOf(request), detail: { what: 'sales', ...days } })
      return sendCsv(reply, 'sales', days, reports.exportSales(range, form))
    },
  }),
]

/** Named after its content and business days. */
export function sendCsv(reply: FastifyReply, what: string, { from, to }: ReportQuery, lines: Readable): FastifyReply {
  reply.header('content-type', 'text/csv; charset=utf-8')
  reply.header('content-disposition', `attachment; filename="${what}-${from === to ? from : `${from}-to-${to}`}.csv"`)
  return reply.send(lines)
}
