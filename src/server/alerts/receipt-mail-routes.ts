import { saleCan } from '#domain/sale/sale.ts'
import { isReceiptTrue, maskEmail } from './receipt-mail.ts'
import { InvalidOperation, RequestRefused } from '../lib/failures.ts'
import { createBuckets } from '../http/rate-buckets.ts'
import { access, terminalOf } from '../staff/access.ts'
import { sellerOf, viewerOf } from '../staff/terminals/kiosk-routes.ts'
import type { ServerParts } from '../parts/server-parts.ts'
import { route, type Route } from '../http/route.ts'
import { saleFor } from '../sales/sale-view.ts'
import { readSaleId } from '../sales/routes.ts'

/** Anyone's address can be entered, and the email is in the shop's name. Limited per till and per shop. */
const PER_TILL = { perSecond: 1 / 60, burst: 5 }
const PER_SHOP = { perSecond: 1 / 20, burst: 20 }
const MAX_TILLS = 1_000

const NOT_SOLD = 'This sale was refunded, or its result is unknown. An emailed receipt would say that it is paid.'

/** Only the masked address is stored, in the journal. */
export function receiptMailRoutes({ alerts, selling: { sales }, clock }: ServerParts): Route[] {
  const mail = alerts.receiptMail
  const ofTills = createBuckets(PER_TILL, MAX_TILLS, clock)
  const ofShop = createBuckets(PER_SHOP, 1, clock)

  function refuseTooMany(terminalId: string): void {
    const retryAfterMs = ofTills.take(terminalId) || ofShop.take('shop')
    if (retryAfterMs > 0)
      throw new RequestRefused(429, 'rate-limited', 'Too many emails were sent from this till. Wait a moment.', {
        retryAfterMs,
      })
  }

  return [
    route('POST /api/sales/:id/mail', {
      access: access.counter,
      handle: async ({ id: text, body: { to, language }, request }) => {
        const id = readSaleId(text)
        const viewer = viewerOf(request)
        const { sale } = await sales.read(id, viewer)
        if (!mail.isSetUp())
          throw new InvalidOperation('Email is not set up. A supervisor can set it up under Wallet, Alerts.')
        if (!saleCan.deliver(sale))
          throw new RequestRefused(409, 'wrong-state', 'Only a sale that was sold has a receipt.', {
            moneyMoved: 'unknown',
          })
        if (!isReceiptTrue(sale)) throw new RequestRefused(409, 'wrong-state', NOT_SOLD, { moneyMoved: 'unknown' })
        refuseTooMany(terminalOf(request).id)
        const send = () => mail.send(sale, to, language)
        const { sale: after, outcome } = await sales.mail(id, maskEmail(to), sellerOf(request), send)
        const view = saleFor(viewer, after, clock.now())
        return outcome.ok ? { isSent: true, sale: view } : { isSent: false, problem: outcome.problem, sale: view }
      },
    }),
  ]
}
