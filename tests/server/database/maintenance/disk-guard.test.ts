import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { createDiskGuard, NEEDED_BYTES, RESERVE_BYTES } from '#server/database/maintenance/disk-guard.ts'
import { aFolder } from '../../../support/folders.ts'
import { createStillClock } from '../../../support/open-wholesaler.ts'

function aDisk({ free = 10 * NEEDED_BYTES, hasReserve = true, folder = aFolder() } = {}) {
  const clock = createStillClock()
  const disk = { free: free as number | 'unknown', looks: 0 }
  const readFree = () => {
    disk.looks += 1
    if (disk.free === 'unknown') throw new Error('no such call')
    return disk.free
  }
  const reserve = join(folder, 'reserve')
  return { folder, reserve, disk, clock, guard: createDiskGuard({ folder, clock, hasReserve, readFree }) }
}

const holdReserve = (folder: string) => writeFileSync(join(folder, 'reserve'), Buffer.alloc(RESERVE_BYTES, 1))

it.each([
  { free: NEEDED_BYTES, reserve: 'none', isFull: false },
  { free: NEEDED_BYTES - 1, reserve: 'none', isFull: true },
  { free: 0, reserve: 'none', isFull: true },
  // The space that the reserve still needs does not count as free.
  { free: NEEDED_BYTES + RESERVE_BYTES, reserve: 'not written', isFull: false },
  { free: NEEDED_BYTES + RESERVE_BYTES - 1, reserve: 'not written', isFull: true },
  { free: NEEDED_BYTES, reserve: 'written', isFull: false },
  { free: NEEDED_BYTES - 1, reserve: 'written', isFull: true },
])('with $free free bytes and a reserve that is $reserve, the disk being full is $isFull', async (row) => {
  const folder = aFolder()
  if (row.reserve === 'written') holdReserve(folder)
  const { guard } = aDisk({ free: row.free, hasReserve: row.reserve !== 'none', folder })
  expect([guard.isFull(), guard.freeBytes()]).toEqual([row.isFull, row.free])
  await guard.close()
})

it('a disk whose free space is unknown counts as full', () => {
  const { guard, disk } = aDisk()
  disk.free = 'unknown'
  expect(guard.isFull()).toBe(true)
  expect(guard.freeBytes()).toBeUndefined()
})

it('the free space is read at most every three seconds, and at once by checkNow', () => {
  const { guard, disk, clock } = aDisk({ hasReserve: false })
  expect(guard.isFull()).toBe(false)
  disk.free = 0
  clock.time += 2_999
  expect(guard.isFull()).toBe(false)
  expect(disk.looks).toBe(1)
  clock.time += 1
  expect(guard.isFull()).toBe(true)
  disk.free = NEEDED_BYTES
  expect(guard.isFull()).toBe(true)
  expect(guard.checkNow()).toBe(false)
  expect(guard.isFull()).toBe(false)
})

it('the free space of the real disk is read', () => {
  const guard = createDiskGuard({ folder: aFolder(), clock: createStillClock(), hasReserve: false })
  guard.checkNow()
  expect(guard.freeBytes()).toBeGreaterThan(0)
})

it('the reserve is written when there is space, occupies the disk and can be read only by its owner', async () => {
  const { guard, reserve, folder } = aDisk()
  guard.checkNow()
  await guard.close()
  const { size, mode, blocks } = statSync(reserve)
  expect({ size, mode: mode & 0o777 }).toEqual({ size: RESERVE_BYTES, mode: 0o600 })
  expect(blocks * 512).toBeGreaterThanOrEqual(RESERVE_BYTES)
  expect(new Set(readFileSync(reserve)).size).toBe(256)
  expect(existsSync(join(folder, 'reserve.part'))).toBe(false)
})

it('the reserve is not written when it would leave too little space, nor in practice', async () => {
  const tight = aDisk({ free: NEEDED_BYTES + RESERVE_BYTES - 1 })
  tight.guard.checkNow()
  await tight.guard.close()
  const practice = aDisk({ hasReserve: false })
  practice.guard.checkNow()
  await practice.guard.close()
  expect([existsSync(tight.reserve), existsSync(practice.reserve)]).toEqual([false, false])
})

it('a partly written reserve is replaced', async () => {
  const { guard, reserve, folder } = aDisk()
  writeFileSync(reserve, 'cut off')
  writeFileSync(join(folder, 'reserve.part'), 'cut off')
  guard.checkNow()
  await guard.close()
  expect(statSync(reserve).size).toBe(RESERVE_BYTES)
})

it('the reserve is released at the start when the disk is nearly full, and new sales remain impossible', () => {
  const folder = aFolder()
  holdReserve(folder)
  const { guard, reserve, disk } = aDisk({ free: RESERVE_BYTES - 1, folder })
  guard.releaseReserve()
  expect(existsSync(reserve)).toBe(false)
  disk.free = 2 * RESERVE_BYTES - 1
  expect(guard.checkNow()).toBe(true)
})

it('the reserve is not released at the start while enough space is free, nor when that is unknown', () => {
  const folder = aFolder()
  holdReserve(folder)
  for (const free of [RESERVE_BYTES, 'unknown'] as const) {
    const { guard, reserve, disk } = aDisk({ folder })
    disk.free = free
    guard.releaseReserve()
    expect(existsSync(reserve), String(free)).toBe(true)
  }
})

it('the reserve is written again when there is space again', async () => {
  const folder = aFolder()
  holdReserve(folder)
  const { guard, reserve, disk } = aDisk({ free: 0, folder })
  guard.releaseReserve()
  disk.free = NEEDED_BYTES + RESERVE_BYTES
  expect(guard.checkNow()).toBe(false)
  await guard.close()
  expect(existsSync(reserve)).toBe(true)
})

it('a reserve that cannot be written does not make the disk count as full', async () => {
  const folder = join(aFolder(), 'not-yet')
  const { guard, clock } = aDisk({ folder })
  expect(guard.isFull()).toBe(false)
  await guard.close()
  clock.time += 3_000
  expect(guard.isFull()).toBe(false)
})

it('the reserve is not written after the guard was closed', async () => {
  const { guard, reserve } = aDisk()
  await guard.close()
  guard.checkNow()
  await guard.close()
  expect(existsSync(reserve)).toBe(false)
})
