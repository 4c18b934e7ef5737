import { RequestRefused } from '../failures.ts'

/** Somebody else was faster: what the person saw is not there any more. */
export const staleChange = () =>
  new RequestRefused(409, 'stale-version', 'Somebody else changed this meanwhile. Look at it again before you save.')
