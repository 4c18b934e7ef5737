import type { BatchLineContent } from '#api/batches.ts'
import { findAmountProblem, nearestAmounts, type AmountProblem } from '#domain/money/amount-rule.ts'
import { addDecimals, formatDecimal, money, type Decimal, type Money } from '#domain/money/money.ts'
import { readNumberList, type ListLine, type ListProblem, type NumberList } from '#domain/phone/number-list.ts'
import type { Service } from '#domain/catalog/service.ts'
import { foldText } from '#domain/text/typed-text.ts'
import type { ArrangedCatalog } from '../../api/catalog.ts'
import { findOperators, knownBrand, type Operator } from '../../sale/operators.ts'
import { writeRequest } from '../../sale/sale-request.ts'

/** The top-ups that a line can name. */
export type ListProducts = {
  operators: readonly Operator[]
  /** By the name of an operator or product, as on the screen, or by its id. */
  find: (name: string) => Service | 'several' | undefined
}

export function findListProducts(shop: ArrangedCatalog): ListProducts {
  const operators = findOperators(shop, '')
  const ofBrands = new Map(operators.map(({ brand, service }) => [foldText(brand), service]))
  const ofNames = new Map<string, Service | 'several'>()
  for (const service of shop.services.values()) {
    const tile = service.kind === 'direct' ? shop.tileSelling(service.id) : undefined
    if (!tile || shop.storefront.blockReasonOf(tile.id) !== undefined) continue
    for (const name of new Set([service.id, service.name, tile.name].map(foldText))) {
      const same = ofNames.get(name)
      ofNames.set(name, same === undefined || same === service ? service : 'several')
    }
  }
  return { operators, find: (name) => ofBrands.get(foldText(name)) ?? ofNames.get(foldText(name)) }
}

export type LineProblem =
  | ListProblem
  | { kind: 'operator-missing' | 'product-unknown' | 'product-several' }
  | { kind: 'amount'; problem: AmountProblem; fixes: Decimal[]; service: Service }
  | { kind: 'repeats'; first: number }

export type CheckedLine = Omit<ListLine, 'problem'> & {
  service?: Service
  /** The operator is only probable. */
  isGuessed: boolean
  problem?: LineProblem
  /** What the line sells, if it has no problem. */
  content?: BatchLineContent
}

export type CheckedList = Pick<NumberList, 'fault' | 'heading' | 'columns'> & {
  lines: readonly CheckedLine[]
  /** What the lines without a problem sell, in their order. */
  sellable: readonly (CheckedLine & { content: BatchLineContent })[]
  total: Money
}

/** Its cells are unclear, so only a person may write them again. */
export const isUnclear = ({ problem }: CheckedLine): boolean =>
  problem?.kind === 'line-too-long' || problem?.kind === 'too-many-cells'

export function checkList(text: string, products: ListProducts, currency: string): CheckedList {
  const { lines: read, ...list } = readNumberList(text, (name) => products.find(name) !== undefined)
  const firsts = new Map<string, number>()
  const lines = read.map((line): CheckedLine => {
    const checked = checkLine(line, products)
    const { content } = checked
    if (!content) return checked
    const key = [content.serviceId, content.account, content.amount].join(' ')
    const first = firsts.get(key)
    if (first === undefined) firsts.set(key, line.line)
    if (first === undefined) return checked
    const { content: _, ...rest } = checked
    return { ...rest, problem: { kind: 'repeats' as const, first } }
  })
  const sellable = lines.flatMap((line) => (line.content ? { ...line, content: line.content } : []))
  const sum = sellable.reduce<Decimal>((all, { value }) => (value ? addDecimals(all, value) : all), {
    units: 0n,
    scale: 0,
  })
  return { ...list, lines, sellable, total: money(sum, currency) }
}

function checkLine(line: ListLine, products: ListProducts): CheckedLine {
  const named = line.product === '' ? undefined : products.find(line.product)
  const isGuessed = line.product === ''
  const brand = isGuessed ? knownBrand(line.number) : undefined
  const guessed = products.operators.find((operator) => operator.brand === brand)?.service
  const service = named === 'several' ? undefined : (named ?? guessed)
  const problem = line.problem ?? findProblem(line, named, service)
  const { problem: _, ...rest } = line
  const checked = { ...rest, isGuessed, ...(service && { service }) }
  if (problem || !service || !line.value || line.account === undefined)
    return problem ? { ...checked, problem } : checked
  const { id: serviceId } = service
  const content = writeRequest({ kind: 'direct', serviceId, amount: formatDecimal(line.value), account: line.account })
  return { ...checked, content }
}

function findProblem(
  { product, value }: ListLine,
  named: Service | 'several' | undefined,
  service: Service | undefined,
): LineProblem | undefined {
  if (named === 'several') return { kind: 'product-several' }
  if (!service) return { kind: product === '' ? 'operator-missing' : 'product-unknown' }
  const problem = value && findAmountProblem(value, service.rule)
  return problem && { kind: 'amount', problem, fixes: nearestAmounts(value, service.rule), service }
}
