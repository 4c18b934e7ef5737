import { PAGE_VERSION_HEADER } from '#contract/proxy/paths.ts'
import { isRecord, recall, remember } from '../storage.ts'
import { pageVersion } from './request.ts'

/** Whether the proxy hands out another page than this one, by the version that it names. A page that was not built has none. */
export function isOutdated(served: string | undefined): boolean {
  const { [PAGE_VERSION_HEADER]: shown } = pageVersion()
  return shown !== undefined && served !== undefined && shown !== served
}

/** While processes of two builds answer in turns, the page of one is outdated for the other. */
const AGAIN_AFTER_MS = 10 * 60_000

/** Loads the new page by itself, where nobody is there to press a button; not twice in a row for the same one. */
export function takeUpdate(served: string, now = Date.now()): void {
  const before = recall('update', (stored) => (isRecord(stored) ? stored : undefined))
  const isTried = before?.['version'] === served && now - Number(before['at']) < AGAIN_AFTER_MS
  if (isTried || !remember('update', { version: served, at: now })) return
  window.location.reload()
}
