import { matchRoutes } from 'react-router-dom'
import { expect, it } from 'vitest'

import { paths, routes } from '#browser/paths.ts'

it.each([
  { path: paths.category('mobile'), route: routes.category, params: { categoryId: 'mobile' } },
  { path: paths.product('a/b?c'), route: routes.product, params: { tileId: 'a/b?c' } },
  { path: paths.service('$& 100%'), route: routes.service, params: { serviceId: '$& 100%' } },
  { path: paths.batch('01JD3Z'), route: routes.batch, params: { batchId: '01JD3Z' } },
  { path: paths.sale('01JD3Z'), route: routes.sale, params: { saleId: '01JD3Z' } },
  { path: paths.saleDetails('01JD3Z'), route: routes.saleDetails, params: { saleId: '01JD3Z' } },
])('the path leads to its page: $path', ({ path, route, params }) => {
  expect(matchRoutes([{ path: route }], path)?.[0]?.params).toEqual(params)
})
