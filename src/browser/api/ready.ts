import { queryOptions } from '@tanstack/react-query'

import { dayPaths } from '#contract/proxy/day-paths.ts'
import type { ReadyBoard } from '#contract/proxy/ready.ts'
import { request } from './request.ts'

const READ_EVERY_MS = 15_000

/** Whether the shop can sell, part by part, and how far this device's clock is from the proxy's (ms). Read again while it is shown. */
export const readyQuery = queryOptions({
  queryKey: ['ready'],
  queryFn: async ({ signal }) => {
    const board = await request<ReadyBoard>('GET', dayPaths.readyBoard, { signal })
    return { board, clockOffsetMs: Date.now() - board.serverTime }
  },
  refetchInterval: READ_EVERY_MS,
  staleTime: 0,
  // A board of before says nothing about this shift.
  gcTime: 0,
})
