import type { LedgerEntry } from './ledger-store.ts'
import { findService } from './catalog.ts'
import { frontviews, type FrontviewName } from './frontview.ts'
import {
  internationalRecipients,
  internationalScenarios,
  type InternationalRecipientName,
} from './international/scenarios.ts'
import { PIN_PRODUCT } from './international/products.ts'
import { recipients, scenarios, type RecipientName } from './scenarios.ts'
import { vouchers, voucherScenarios, type VoucherName } from './voucher-scenarios.ts'

type Shown = { posId: string; balance: string; ledger: readonly LedgerEntry[]; frontview: FrontviewName }

const LOOK = `
  body { font: 16px/1.5 system-ui, sans-serif; color: #14181a; background: #f6f4ee; max-width: 68rem; margin: 2rem auto; padding: 0 1rem }
  table { border-collapse: collapse; width: 100%; background: #fff } h2 { margin-top: 2.5rem }
  th, td { text-align: start; padding: .5rem .75rem; border: 1px solid #d9d5c8; vertical-align: top }
  th { background: #e9f3f4; font-weight: 600 } button { font: inherit } .n { font-variant-numeric: tabular-nums; white-space: nowrap } td.r, th.r { text-align: end }
`

/** Shows no codes. */
export function controlPage({ posId, balance, ledger, frontview }: Shown): string {
  const numbers = (Object.keys(recipients) as RecipientName[]).map((name) =>
    numberRow(recipients[name], name, scenarios[name].description),
  )
  const international = (Object.keys(internationalRecipients) as InternationalRecipientName[]).map((name) =>
    numberRow(internationalRecipients[name], name, internationalScenarios[name].description),
  )
  const byName = (Object.keys(vouchers) as VoucherName[]).map(
    (name) =>
      `<tr><td dir="auto">${escape(findService(vouchers[name])?.name ?? '')}</td><td>${escape(vouchers[name])}</td><td>${name}</td>` +
      `<td>${escape(voucherScenarios[name].description)}</td></tr>`,
  )
  const choices = (Object.keys(frontviews) as FrontviewName[]).map(
    (name) =>
      `<tr><td><button name="frontview" value="${name}"${name === frontview ? ' disabled' : ''}>${name}</button></td>` +
      `<td>${escape(frontviews[name])}${name === frontview ? ' <b>Now.</b>' : ''}</td></tr>`,
  )
  const debits = ledger
    .toReversed()
    .map(
      (entry) =>
        `<tr><td class="n">${entry.time}</td><td class="n">${entry.transactionId}</td><td>${escape(entry.externalTransactionId ?? '')}</td>` +
        `<td>${escape(entry.serviceId)}</td><td class="n">${escape(grouped(entry.account ?? ''))}</td>` +
        `<td class="n r">${entry.amount} ${escape(entry.amountCurrency ?? '')}</td><td class="n r">${entry.price}</td><td class="n r">${entry.balance}</td></tr>`,
    )
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Practice service</title><style>${LOOK}</style></head>
<body>
<h1>Practice service</h1>
<p>Point of sale ${escape(posId)}. The wallet holds <b class="n">AED ${balance}</b>. No money moves here.</p>
<h2>Frontview</h2>
<p>What the shelves of the point of sale hold. A till shows another one as soon as it reads its catalog again.</p>
<form method="post" action=""><table><tbody>
${choices.join('\n')}
</tbody></table></form>
<h2>Numbers with a name</h2>
<p>What a sale does is decided by the number it is for. Every other UAE number is sold at once.</p>
<table><thead><tr><th>Number</th><th>Name</th><th>What happens</th></tr></thead><tbody>
${numbers.join('\n')}
</tbody></table>
<h2>Numbers abroad with a name</h2>
<p>They do so in the international flow. Other Philippine numbers belong to an operator by how they begin. Elsewhere a number belongs to the operator
that was chosen, or to another one when it ends in 99. Islanet's <b>${escape(PIN_PRODUCT)}</b> gives number and serial.</p>
<table><thead><tr><th>Number</th><th>Name</th><th>What happens</th></tr></thead><tbody>
${international.join('\n')}
</tbody></table>
<h2>Vouchers with a name</h2>
<p>What a voucher does is decided by the product. Sold for a number with a name, it does what that number does. Every other voucher is sold at once.</p>
<table><thead><tr><th>Product</th><th>Id</th><th>Name</th><th>What happens</th></tr></thead><tbody>
${byName.join('\n')}
</tbody></table>
<h2>Ledger</h2>
${
  debits.length === 0
    ? '<p>Nothing was paid yet.</p>'
    : `<table><thead><tr><th>Gulf time</th><th>Transaction</th><th>External id</th><th>Service</th><th>Account</th><th class="r">Amount</th>
<th class="r">Paid</th><th class="r">Wallet after</th></tr></thead><tbody>
${debits.join('\n')}
</tbody></table>`
}
</body>
</html>
`
}

function numberRow(account: string, name: string, says: string): string {
  return `<tr><td class="n">${grouped(account)}</td><td>${name}</td><td>${escape(says)}</td></tr>`
}

/** 971500000001 as +971 50 000 0001, 639170000001 as +63 917 000 0001. */
function grouped(account: string): string {
  return account
    .replace(/^(971)(\d\d)(\d{3})(\d{4})$/, '+$1 $2 $3 $4')
    .replace(/^(63)(\d{3})(\d{3})(\d{4})$/, '+$1 $2 $3 $4')
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
