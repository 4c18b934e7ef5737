/** `GET /api/status`, read every 5 s. */
export type Status = {
  service: 'ok' | 'away'
  /** Since when, epoch ms. */
  since: number
  /** Unsettled sales of the shop that wait for an answer or a person. */
  waiting: number
  /** The proxy's clock, epoch ms. */
  clock: number
  version: string
}
