import { Refused } from '../failures.ts'

/** Somebody else was faster: what the person saw is not there any more. */
export const changedMeanwhile = () =>
  new Refused(409, 'stale-version', 'Somebody else changed this meanwhile. Look at it again before you save.')
