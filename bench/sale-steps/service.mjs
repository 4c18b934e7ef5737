import { createServer } from 'node:http'

// The wholesaler of the benchmark: it answers at once, and keeps nothing but what a confirm has to name again.

/** @typedef {{ transaction_id?: string, external_transaction_id?: string, product?: string, fields?: { account?: string, amount?: number } }} Call */

const SERVICES = Array.from({ length: 200 }, (_, index) => ({
  id: `service-${index + 1}`,
  active: 1,
  name: `Service ${index + 1}`,
  biller_name: `Brand ${(index % 20) + 1}`,
  category_name: 'Mobile',
  subcategory_name: '',
  amount_min: 1,
  amount_max: 1000,
  amount_step: 1,
  is_pin_based: 0,
  is_account_required: 1,
  commission: { value: 2, type: 0 },
}))
const ELEMENTS = SERVICES.map(({ id, name }, index) => ({
  id: String(index + 1),
  parent_id: null,
  type: 'product',
  content_id: id,
  name,
}))
const RECEIPT = { header: 'Thank you', info: 'The top-up is on its way.', footer: 'Keep this receipt.' }

/** @type {Map<string, object>} Checked and not confirmed, by the sale's id. */
const checked = new Map()
let lastId = 0

/** @type {Record<string, (call: Call) => object>} */
const ANSWERS = {
  '/balance': () => ({ currency: 'AED', wallets: { main: 900_000 } }),
  '/point_info': () => ({ agent: { name: 'Bench' }, pos: { id: '20418', frontview_id: '1' } }),
  '/services': () => ({ services: SERVICES }),
  '/frontview': () => ({ elements: ELEMENTS }),
  '/transaction/check': ({ external_transaction_id: id = '', product, fields = {} }) => {
    lastId += 1
    const transaction = {
      id: `t${lastId}`,
      external_transaction_id: id,
      time: '2026-11-20 10:00:00',
      service: { id: product, name: product },
      account: fields.account,
      amount: fields.amount,
      amount_currency: 'AED',
      price: fields.amount,
      price_currency: 'AED',
    }
    checked.set(id, transaction)
    return { transaction: { ...transaction, state: -1 } }
  },
  '/transaction/confirm': ({ external_transaction_id: id = '' }) => {
    const transaction = checked.get(id)
    checked.delete(id)
    return transaction ? { transaction: { ...transaction, state: 1 }, receipt: RECEIPT } : { error: { code: 20 } }
  },
  '/transaction/find': ({ external_transaction_id: id = '' }) => ({
    transaction: { id: 't0', external_transaction_id: id, state: 1 },
  }),
}

const server = createServer((request, response) => {
  /** @type {Buffer[]} */
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const answer = ANSWERS[request.url ?? '']?.(JSON.parse(Buffer.concat(chunks).toString())) ?? { error: { code: 2 } }
    const body = JSON.stringify(answer)
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
  })
})
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.send?.({ url: `http://127.0.0.1:${address.port}` })
})
process.on('message', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
