import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { AddMovement, CloseShift, Drawer, TypedCount, ZReport } from '#api/shifts.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { call } from './request.ts'
import { statusQuery } from './status.ts'
import { useWrite } from './use-write.ts'

/** The drawer of this till or, for a supervisor, of the given terminal. */
export const drawerQuery = (terminal?: string) =>
  queryOptions({
    queryKey: ['drawer', terminal ?? 'own'],
    queryFn: ({ signal }) => call('GET /api/shifts/current', { query: { terminal }, signal }),
    staleTime: 0,
  })

/** Newest first: the whole shop's for a supervisor, a cashier's own at this till. */
export const shiftsQuery = infiniteQueryOptions({
  queryKey: ['shifts'],
  queryFn: ({ signal, pageParam }) => call('GET /api/shifts', { query: { cursor: pageParam || undefined }, signal }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
})

export const zReportsQuery = (number: string) =>
  queryOptions({
    queryKey: ['shifts', 'number', number],
    queryFn: ({ signal }) => call('GET /api/shifts', { query: { number }, signal }),
  })

function useDrawerChange<Change>(terminal: string | undefined, send: (change: Change) => Promise<Drawer>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (drawer) => {
      queryClient.setQueryData(drawerQuery(terminal).queryKey, drawer)
      void queryClient.invalidateQueries({ queryKey: statusQuery.queryKey })
    },
    onError: () => queryClient.invalidateQueries({ queryKey: ['drawer'] }),
  })
}

export const useOpenShift = () =>
  useDrawerChange(undefined, (count: TypedCount) => call('POST /api/shifts', { body: { count } }))

export const useAddMovement = (terminal?: string) =>
  useDrawerChange(terminal, ({ shiftId, ...movement }: AddMovement & { shiftId: string }) =>
    call('POST /api/shifts/:id/movements', { id: shiftId, body: movement }),
  )

export const useCountDrawer = (terminal?: string) =>
  useDrawerChange(terminal, ({ shiftId, count }: { shiftId: string; count: TypedCount }) =>
    call('POST /api/shifts/:id/count', { id: shiftId, body: { count } }),
  )

export const useCountAgain = (terminal?: string) =>
  useDrawerChange(terminal, (shiftId: string) => call('POST /api/shifts/:id/count-again', { id: shiftId }))

/** Creates the Z report. `onClosed` runs before the drawer is read again without a shift. */
export const useCloseShift = (onClosed: (report: ZReport) => void) =>
  useWrite(
    ({ shiftId, ...body }: CloseShift & { shiftId: string }) =>
      call('POST /api/shifts/:id/close', { id: shiftId, body }),
    { changes: [{ queryKey: ['drawer'] }, shiftsQuery, statusQuery], onSuccess: onClosed },
  )

/** Fetched on demand only: each X report adds an audit log entry. */
export const useReadX = () =>
  useMutation({ mutationFn: (shiftId: string) => call('POST /api/shifts/:id/x', { id: shiftId }) })

export const zReportQuery = (shiftId: string) =>
  queryOptions({
    queryKey: ['z-report', shiftId],
    queryFn: ({ signal }) => call('GET /api/shifts/:id', { id: shiftId, signal }),
  })

export function useAddNote(shiftId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => call('POST /api/shifts/:id/notes', { id: shiftId, body: { text } }),
    onSuccess: (report) => queryClient.setQueryData(zReportQuery(shiftId).queryKey, report),
  })
}

/** Records a cash refund from the drawer being counted. `isNoted`: the shop records payment methods. */
export function useMarkPaidInCash(saleId: SaleId, isNoted: boolean) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call('POST /api/sales/:id/refunded', { id: saleId, body: isNoted ? { paymentMethod: 'cash' } : {} }),
    // The refund changes the expected cash and every list of sales.
    onSettled: () => queryClient.invalidateQueries(),
  })
}
