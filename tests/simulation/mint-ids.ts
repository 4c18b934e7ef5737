import { findSaleId, type SaleId } from '#domain/sale/id.ts'

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export function mintIds(): () => SaleId {
  let count = 0
  return () => {
    count += 1
    let rest = count
    let text = ''
    for (let place = 0; place < 20; place += 1) {
      text = (DIGITS[rest % 32] ?? '0') + text
      rest = Math.floor(rest / 32)
    }
    const id = findSaleId(`01JD6X${text}`)
    if (!id) throw new Error('not an id of a sale')
    return id
  }
}
