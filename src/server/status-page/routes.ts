import { customerViewOf } from '#domain/sale/customer-status.ts'
import { networkOf } from '../http/rate-address.ts'
import { access } from '../staff/access.ts'
import { chooseLanguage } from './languages.ts'
import { STATUS_ROUTE, STAY, type StatusLinks } from './status-link.ts'
import { busyPage, nothingPage, sendStatusPage, statusPage } from './status-page.ts'
import type { ServerParts } from '../parts/server-parts.ts'
import type { Route } from '../http/route.ts'

/** The page reads no cookie, and answers all links without a sale in the same way. */
export function statusPageRoutes(
  { selling, byAddress, calendar, clock, config, shopName, staff: { settings } }: ServerParts,
  links: StatusLinks,
): Route[] {
  return [
    {
      method: 'GET',
      path: STATUS_ROUTE,
      access: access.anyone,
      answer: 'page',
      handle: async ({ request, reply }) => {
        const language = chooseLanguage(request.headers['accept-language'])
        // Checked before the link is read.
        if (byAddress.statusPages.take(networkOf(request.ip)) > 0) return sendStatusPage(reply, busyPage(language, 429))
        const id = links.findSale((request.params as { '*': string })['*'])
        const sale = id && (await selling.sales.findForCustomer(id))
        if (!sale) return sendStatusPage(reply, nothingPage(language))
        const { brand, receipt } = settings.current()
        const seen = {
          shop: { name: shopName(), phone: brand.phone, logo: receipt.logo, accent: brand.accent },
          now: clock.now(),
          timeZone: calendar().timeZone,
          isPractice: config.practice,
          stays: STAY in (request.query as Record<string, string>),
        }
        return sendStatusPage(reply, statusPage(customerViewOf(sale), seen, language))
      },
    },
  ]
}
