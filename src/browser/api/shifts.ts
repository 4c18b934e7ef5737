import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { dayPaths } from '#api/day-paths.ts'
import { proxyPaths } from '#api/paths.ts'
import type {
  AddMovement,
  CloseShift,
  Drawer,
  ShiftList,
  TypedCount,
  XReport,
  ZReport,
} from '#api/shifts.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { encodeText } from '#domain/web-address.ts'
import { request } from './request.ts'
import { statusQuery } from './status.ts'

/** The drawer of this till; for a supervisor also that of another one, by the id of its terminal. */
export const drawerQuery = (terminal?: string) =>
  queryOptions({
    queryKey: ['drawer', terminal ?? 'own'],
    queryFn: ({ signal }) =>
      request<Drawer>(
        'GET',
        terminal === undefined ? dayPaths.currentShift : `${dayPaths.currentShift}?terminal=${encodeText(terminal)}`,
        { signal },
      ),
    staleTime: 0,
  })

/** Z reports, newest first: all of the shop for a supervisor, their own at this till for a cashier. */
export const shiftsQuery = infiniteQueryOptions({
  queryKey: ['shifts'],
  queryFn: ({ signal, pageParam }) =>
    request<ShiftList>('GET', pageParam === '' ? dayPaths.shifts : `${dayPaths.shifts}?cursor=${pageParam}`, {
      signal,
    }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
})

/** Each change of the open shift returns the drawer as it is then. */
function useDrawerChange<Change>(terminal: string | undefined, send: (change: Change) => Promise<Drawer>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (drawer) => {
      queryClient.setQueryData(drawerQuery(terminal).queryKey, drawer)
      void queryClient.invalidateQueries({ queryKey: statusQuery.queryKey })
    },
    // Another tab of this till may have changed it.
    onError: () => queryClient.invalidateQueries({ queryKey: ['drawer'] }),
  })
}

export const useOpenShift = () =>
  useDrawerChange(undefined, (count: TypedCount) => request('POST', dayPaths.shifts, { body: { count } }))

export const useAddMovement = (terminal?: string) =>
  useDrawerChange(terminal, ({ shiftId, ...movement }: AddMovement & { shiftId: string }) =>
    request('POST', dayPaths.shiftMovements(shiftId), { body: movement }),
  )

export const useCountDrawer = (terminal?: string) =>
  useDrawerChange(terminal, ({ shiftId, count }: { shiftId: string; count: TypedCount }) =>
    request('POST', dayPaths.countShift(shiftId), { body: { count } }),
  )

export const useCountAgain = (terminal?: string) =>
  useDrawerChange(terminal, (shiftId: string) => request('POST', dayPaths.countShiftAgain(shiftId)))

/** Writes the Z report. `onClosed` runs before the drawer is read again, in which there is no shift then. */
export function useCloseShift(onClosed: (report: ZReport) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ shiftId, ...body }: CloseShift & { shiftId: string }) =>
      request<ZReport>('POST', dayPaths.closeShift(shiftId), { body }),
    onSuccess: onClosed,
    onSettled: () =>
      Promise.all(
        [['drawer'], shiftsQuery.queryKey, statusQuery.queryKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

/** An X report is a line of the audit log, so it is asked for and never read by itself. */
export const useReadX = () =>
  useMutation({ mutationFn: (shiftId: string) => request<XReport>('POST', dayPaths.xReport(shiftId)) })

export const zReportQuery = (shiftId: string) =>
  queryOptions({
    queryKey: ['z-report', shiftId],
    queryFn: ({ signal }) => request<ZReport>('GET', dayPaths.shift(shiftId), { signal }),
  })

export function useAddNote(shiftId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => request<ZReport>('POST', dayPaths.shiftNotes(shiftId), { body: { text } }),
    onSuccess: (report) => queryClient.setQueryData(zReportQuery(shiftId).queryKey, report),
  })
}

/** The customer of a sale was paid out of the drawer that is being counted. `isNoted`: the shop notes how it pays. */
export function useMarkPaidInCash(saleId: SaleId, isNoted: boolean) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      request<Sale>('POST', proxyPaths.refundedSale(saleId), { body: isNoted ? { paidBy: 'cash' } : {} }),
    // What is expected changes with it, and so does every list of sales.
    onSettled: () => queryClient.invalidateQueries(),
  })
}
