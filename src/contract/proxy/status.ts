/** `GET /api/status`, read every 5 s. */
export type Status = {
  service: 'ok' | 'away'
  /** Since when, epoch ms. */
  since: number
  /** Sales that wait for an answer or a person: a cashier's own, for supervisors the shop's. */
  waiting: number
  /** The proxy's clock, epoch ms. */
  clock: number
  version: string
}
