import { NoContent } from '#api/input-parts.ts'
import { dayPaths } from '#api/day-paths.ts'
import {
  AddMovement,
  AddNote,
  CloseShift,
  CountDrawer,
  Drawer,
  DrawerQuery,
  OpenShift,
  ShiftList,
  ShiftsQuery,
  XReport,
  ZReport,
} from '#api/shifts.ts'
import type { FastifyRequest } from 'fastify'
import type { SaleRecord } from '#domain/sale/record.ts'
import { access, personOf, terminalOf } from '../staff/access.ts'
import type { StaffServices } from '../staff/open-staff.ts'
import type { CatalogueCache } from '../catalogue/catalogue-cache.ts'
import { route, type Route } from '../http/route.ts'

type Deps = {
  staff: { shifts: StaffServices['shifts'] }
  catalogue: Pick<CatalogueCache, 'forSale'>
  openItems: () => Promise<SaleRecord[]>
  /** Called when a shift begins, so that the wallet is read. */
  onShiftOpened?: (() => void) | undefined
}

/** Shifts and the cash of a drawer. Nothing of it is there while the shop does not count drawers, and never at a kiosk. */
export function shiftRoutes({ staff: { shifts }, catalogue, openItems, onShiftOpened }: Deps): Route[] {
  const currency = async () => (await catalogue.forSale())?.currency
  const at = (request: FastifyRequest) => ({ person: personOf(request), terminal: terminalOf(request) })
  const drawer = (request: FastifyRequest, query: DrawerQuery = {}) =>
    shifts.drawerAt(query, at(request), { currency, openItems })
  /** The drawer after a change of the shift with this id. */
  const afterChange = async (request: FastifyRequest, terminal: string) => drawer(request, { terminal })

  return [
    route({
      method: 'GET',
      path: dayPaths.currentShift,
      access: access.counter,
      query: DrawerQuery,
      answer: Drawer,
      handle: ({ query, request }) => drawer(request, query),
    }),
    route({
      method: 'POST',
      path: dayPaths.shifts,
      access: access.counter,
      body: OpenShift,
      answer: Drawer,
      handle: async ({ body, request }) => {
        await shifts.open(body.count, at(request), await currency())
        onShiftOpened?.()
        return drawer(request)
      },
    }),
    route({
      method: 'POST',
      path: dayPaths.shiftMovements(':id'),
      access: access.counter,
      body: AddMovement,
      answer: Drawer,
      handle: async ({ id, body, request }) => afterChange(request, await shifts.addMovement(id, body, at(request))),
    }),
    route({
      method: 'POST',
      path: dayPaths.countShift(':id'),
      access: access.counter,
      body: CountDrawer,
      answer: Drawer,
      handle: async ({ id, body, request }) => afterChange(request, await shifts.count(id, body.count, at(request))),
    }),
    route({
      method: 'POST',
      path: dayPaths.countShiftAgain(':id'),
      access: access.counter,
      body: NoContent,
      answer: Drawer,
      handle: async ({ id, request }) => afterChange(request, await shifts.countAgain(id, at(request))),
    }),
    route({
      method: 'POST',
      path: dayPaths.closeShift(':id'),
      access: access.counter,
      body: CloseShift,
      answer: ZReport,
      handle: ({ id, body, request }) => shifts.close(id, body, at(request)),
    }),
    route({
      method: 'POST',
      path: dayPaths.xReport(':id'),
      access: access.supervisor,
      body: NoContent,
      answer: XReport,
      handle: ({ id, request }) => shifts.reportX(id, at(request)),
    }),
    route({
      method: 'GET',
      path: dayPaths.shifts,
      access: access.counter,
      query: ShiftsQuery,
      answer: ShiftList,
      handle: ({ query, request }) => shifts.list(query, at(request)),
    }),
    route({
      method: 'GET',
      path: dayPaths.shift(':id'),
      access: access.counter,
      answer: ZReport,
      handle: ({ id, request }) => shifts.read(id, at(request)),
    }),
    route({
      method: 'POST',
      path: dayPaths.shiftNotes(':id'),
      access: access.supervisor,
      body: AddNote,
      answer: ZReport,
      handle: ({ id, body, request }) => shifts.addNote(id, body.text, at(request)),
    }),
  ]
}
