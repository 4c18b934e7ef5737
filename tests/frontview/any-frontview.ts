import * as fc from 'fast-check'

export type WireShop = { frontview: string; services: string }

type Json = Record<string, unknown>

/**
 * How parents are chosen: an earlier element, the previous one, always the first one, any, or a tree in reverse order.
 */
const SHAPES = ['tree', 'chain', 'star', 'wild', 'backwards'] as const
type Shape = (typeof SHAPES)[number]

const ALIASES = ['games', ' padded ', 'with\ttab', '__proto__', 'ألعاب']
const MISSING_ALIAS = 'missing'
const SERVICE_IDS = ['qamra', 'velto', 7, '8', 'toString', '__proto__', 'international-bridge']
const CONTENT_IDS = [...SERVICE_IDS, '7', 8, 'gone', '']

const often = <T>(weight: number, value: T, others: fc.Arbitrary<T>) =>
  fc.oneof({ weight, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: others })

const anyType = fc.constantFrom<unknown>('category', 'category', 'category', 'product', 'product', 'product', 'product', 'other', 'shelf', '', null, 'Product', undefined, 5) // prettier-ignore
const anyActive = often<unknown>(12, 1, fc.constantFrom('1', true, 0, '0', false, null, undefined, 2, 'yes', [], {}))
const MARKUP = ['<br>', 'a<br/>b<BR />c', '<script>alert(1)</script>']
const ODD_NAMES = [...MARKUP, 'رصيد', '👩🏽‍💻', 'x'.repeat(300), '\u202Ebidi', ' ']
const anyName = often<unknown>(6, 'plain', fc.constantFrom(...ODD_NAMES))
const anyAlias = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom<unknown>('', null, undefined) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(...ALIASES) },
)
const anyPicture = often<unknown>(8, null, fc.constantFrom('/p.png', 'javascript:alert(1)', 'http://', '', 7, 'https://else.example/a.png')) // prettier-ignore

/** Params that say nothing about the action. */
const anyIdleParams = fc.constantFrom<unknown>(
  [], {}, null, undefined, '', 'text', '[]', '{}', 'null', '"text"', '{"a":', 7, true, [[1]], { a: { b: { c: { d: [1, { e: 2 }] } } } },
  { warning: 'Read this' }, '{"warning":"Read this"}', { warning: ' ' }, { warning: 5 }, '{"__proto__":1}', '{"constructor":{"prototype":1}}',
) // prettier-ignore
/** The same object in the shapes in which the provider sends it. */
const inAnyShape = (params: fc.Arbitrary<Json>) =>
  fc.tuple(params, fc.boolean()).map(([object, isText]): unknown => (isText ? JSON.stringify(object) : object))
const anyAliasAsked = fc.constantFrom<unknown>(...ALIASES, ...ALIASES, MISSING_ALIAS, '', ' ', 5, null)

const run = (weight: number, actions: readonly unknown[], params: fc.Arbitrary<unknown>) => ({
  weight,
  arbitrary: fc.tuple(fc.constantFrom(...actions), params),
})
const pageParams = fc.record({
  page: fc.constantFrom('balance', 'nobody knows'),
  params: fc.constantFrom('{"a":1}', '{', [], {}),
})
const anyDeed: fc.Arbitrary<[action: unknown, params: unknown]> = fc.oneof(
  run(10, ['', '', null, undefined, ' '], anyIdleParams),
  run(4, ['gotoCategory'], inAnyShape(anyAliasAsked.map((target_alias) => ({ target_alias })))),
  run(1, ['gotoCategory'], anyIdleParams),
  run(2, ['gotoPage'], inAnyShape(pageParams)),
  run(1, ['international'], fc.oneof(anyIdleParams, inAnyShape(fc.constant({ country: 'PHL' })))),
  run(1, ['openDrawer', 'GOTOPAGE', 'constructor'], anyIdleParams),
)

const times = <const T>(count: number, form: T) => Array.from({ length: count }, () => form)
const ID_FORMS = [...times(7, 'usual'), ...times(2, 'text'), 'anyone’s', 'none'] as const
const ODD_PARENTS = ['anyone', 'own', 'missing', 'root', 'empty', 'unreadable'] as const
const PARENT_FORMS = [...times(8, 'usual'), ...times(2, 'text'), ...ODD_PARENTS] as const

const anyElement = fc.tuple(
  fc.constantFrom(...ID_FORMS),
  fc.constantFrom(...PARENT_FORMS),
  fc.nat(0xffff),
  fc.tuple(anyType, anyActive, anyAlias, anyName, anyPicture),
  anyDeed,
  fc.constantFrom<unknown>(...CONTENT_IDS),
)
type Sketch = typeof anyElement extends fc.Arbitrary<infer T> ? T : never

const wireService = (id: unknown, active: unknown, amount: unknown): Json => ({
  id,
  active,
  name: 'A service',
  amount_min: amount,
  amount_max: amount,
  amount_step: 0,
  is_pin_based: true,
  is_account_required: false,
})
const anyService = fc
  .tuple(
    fc.constantFrom<unknown>(...SERVICE_IDS),
    often<unknown>(3, true, fc.constantFrom(1, '1', false, 0)),
    often<unknown>(8, 10, fc.constantFrom('much', null)),
  )
  .map((service) => wireService(...service))
const SERVICES = SERVICE_IDS.map((id) => wireService(id, true, 10))

/** Lists of up to a few thousand elements, most of them short. */
export const anyWireShop: fc.Arbitrary<WireShop> = fc
  .tuple(
    fc.constantFrom(...SHAPES),
    // Whether every element has its own id and a usual parent, and every service can be sold.
    fc.boolean(),
    fc.array(anyElement, { maxLength: 32, size: 'max' }),
    fc.oneof(
      { weight: 500, arbitrary: fc.constant(1) },
      { weight: 8, arbitrary: fc.integer({ min: 2, max: 6 }) },
      { weight: 1, arbitrary: fc.integer({ min: 7, max: 120 }) },
    ),
    fc.array(anyService, { maxLength: 10, size: 'max' }),
    often<unknown[]>(12, [], fc.constantFrom<unknown[]>([null], ['text', 5], [[]], [{}], [{ id: 1.5 }])),
  )
  .map(([shape, isCalm, sketches, times, services, junk]) => {
    const all = Array.from({ length: times }, () => sketches).flat()
    const elements = all.map((sketch, at) => wireElement(isCalm ? calm(sketch) : sketch, at, all.length, shape))
    return {
      frontview: JSON.stringify({ elements: [...junk, ...(shape === 'backwards' ? elements.toReversed() : elements)] }),
      services: JSON.stringify({ services: [...junk, ...(isCalm ? SERVICES : services)] }),
    }
  })

function calm([idForm, parentForm, ...rest]: Sketch): Sketch {
  return [idForm === 'text' ? idForm : 'usual', parentForm === 'text' ? parentForm : 'usual', ...rest]
}

function wireElement(sketch: Sketch, at: number, count: number, shape: Shape): Json {
  const [idForm, parentForm, chance, [type, active, alias, name, image], [action, params], content_id] = sketch
  const anyone = chance % count
  return {
    id: wireId(idForm, at, anyone, shape),
    parent_id: wireParent(parentForm, at, anyone, shape),
    type,
    alias,
    name: `#${at} ${String(name)}`,
    active,
    image_large: image,
    image_small: image,
    action,
    params,
    content_id,
  }
}

const LIKE_FIELDS: Record<number, string> = { 3: '__proto__', 7: 'constructor', 11: 'ü ب' }
const idAt = (at: number): unknown => LIKE_FIELDS[at] ?? 100 + at

function wireId(form: Sketch[0], at: number, anyone: number, shape: Shape): unknown {
  if (form === 'none') return [null, '', 1.5, {}, undefined][anyone % 5]
  const id = idAt(form === 'anyone’s' || shape === 'wild' ? anyone : at)
  return form === 'text' ? String(id) : id
}

function wireParent(form: Sketch[1], at: number, anyone: number, shape: Shape): unknown {
  switch (form) {
    case 'usual':
    case 'text': {
      const parent = usualParent(at, anyone, shape)
      return parent === undefined ? null : form === 'text' ? String(idAt(parent)) : idAt(parent)
    }
    case 'anyone':
      return idAt(anyone)
    case 'own':
      return idAt(at)
    case 'missing':
      return 'nobody'
    case 'root':
      return anyone % 2 === 0 ? null : undefined
    case 'empty':
      return ['', {}, [], false][anyone % 4]
    case 'unreadable':
      return [{ x: 1 }, [1], true, 0.5][anyone % 4]
  }
}

function usualParent(at: number, anyone: number, shape: Shape): number | undefined {
  if (shape === 'wild') return anyone % 3 === 0 ? undefined : anyone
  if (at === 0) return undefined
  if (shape === 'star') return 0
  if (shape === 'chain') return at - 1
  return anyone % 4 === 0 ? undefined : anyone % at
}
