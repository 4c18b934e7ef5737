import { readdirSync, readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { findCycles, findImports, findViolations } from './support/module-rules.ts'

const files = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== 'README.md')
  .map((entry) => `${entry.parentPath.replaceAll('\\', '/')}/${entry.name}`)
  .map((path) => ({ path, text: /\.tsx?$/.test(path) ? readFileSync(path, 'utf8') : '' }))

describe('the source files', () => {
  it('the source files of every layer are read', () => {
    const layers = new Set(files.map(({ path }) => path.split('/')[1]))
    expect(layers).toEqual(
      new Set(['api', 'browser', 'domain', 'receipt-printer', 'sandbox', 'server', 'wholesaler-api']),
    )
    expect(files.flatMap(({ text }) => findImports(text)).length).toBeGreaterThan(files.length)
  })

  it.each(files)('the file follows the rules of its layer: $path', (file) => {
    expect(findViolations(file)).toEqual([])
  })

  it('the source files never import one another in a cycle, not even for types', () => {
    expect(findCycles(files)).toEqual([])
  })
})

describe('the rules of the layers', () => {
  it.each([
    ['src/browser/api/sale.ts', "import { x } from '#sandbox/server.ts'", 'browser may not look into it'],
    [
      'src/browser/api/sale.ts',
      "const x = await import('../../server/config/config.ts')",
      'browser may not look into it',
    ],
    ['src/sandbox/server.ts', "import type { Money } from '#domain/money/money.ts'", 'sandbox may not look into it'],
    ['src/server/main.ts', "import { startSandbox } from '#sandbox/server.ts'", 'server may not look into it'],
    ['src/domain/sale/sale.ts', "import { Sale } from '#api/sales.ts'", 'domain may not look into it'],
    [
      'src/wholesaler-api/point.ts',
      "export { x } from '#domain/money/money.ts'",
      'wholesaler-api may not look into it',
    ],
    ['src/server/main.ts', "import { decimal } from '../domain/money.ts'", 'across layers an import begins with #'],
    [
      'src/domain/sale/sale.ts',
      "import { decimal } from '#domain/money/money.ts'",
      'inside a layer an import is relative',
    ],
    ['src/domain/sale/sale.ts', "import { readFileSync } from 'node:fs'", 'domain may not use it'],
    ['src/domain/sale/sale.ts', "import { ulid } from 'ulid'", 'domain may not use it'],
    ['src/browser/api/x.ts', "import { createHash } from 'node:crypto'", 'browser may not use it'],
    ['src/browser/api/x.ts', "import fastify from 'fastify'", 'browser may not use it'],
    ['src/server/x.ts', "import Big from 'big.js'", 'server may not use it'],
    ['src/server/database/x.ts', "import { x } from '../sales/sales.ts'", 'server/database may not look into sales'],
    ['src/server/sales/x.ts', "import { x } from '../staff/people.ts'", 'server/sales may not look into staff'],
    ['src/server/staff/x.ts', "import { x } from './session-routes.ts'", 'server/staff may not look into routes'],
    ['src/server/sales/routes.ts', "import { x } from '../server.ts'", 'server/routes may not look into top'],
    ['src/browser/ui/X.tsx', "import { x } from '../api/sales.ts'", 'browser/ui may not look into api'],
    ['src/browser/ui/X.tsx', "import { x } from '#domain/sale/sale.ts'", 'ui knows only Money'],
    ['src/browser/api/x.ts', "import { X } from '../pages/sale/X.tsx'", 'browser/api may not look into pages'],
    ['src/browser/pages/sale/X.tsx', "import { x } from '../sell/Y.tsx'", 'a page never imports another'],
    [
      'src/browser/pages/sale/X.tsx',
      "import { x } from '../../shell/Frame.tsx'",
      'browser/pages may not look into top',
    ],
    ['src/domain/sale/sale.ts', 'const now = Date.now()', 'reads a clock'],
    ['src/server/sales/sales.ts', 'setTimeout(run, 5)', 'reads a clock'],
    ['src/server/wholesaler/request-queue.ts', 'setTimeout(run, 5)', 'reads a clock'],
    ['src/server/wholesaler/probe.ts', 'performance.now()', 'reads a clock'],
    ['src/server/wholesaler/client.ts', 'await fetch(url)', 'fetches'],
    ['src/browser/pages/sale/x.ts', 'await fetch(url)', 'fetches'],
    ['src/server/staff/pins/pins.ts', "createHash('md5')", 'names MD5'],
    ['src/server/main.ts', 'env.TOPUP_TOKEN', 'names the token'],
    ['src/browser/pages/sale/x.ts', 'sale.external_transaction_id', 'snake_case'],
    ['src/browser/ui/index.ts', '', '"index" says nothing'],
    ['src/domain/utils/x.ts', '', '"utils" says nothing'],
    ['src/domain/saleState.ts', '', 'neither kebab-case.ts nor PascalCase.tsx'],
    ['src/attic/x.ts', '', 'is in no layer'],
  ])('the rules find the violation in %s: %s', (path, text, offence) => {
    expect(findViolations({ path, text })).toEqual([expect.stringContaining(offence)])
  })

  it.each([
    ['src/browser/pages/sale/X.tsx', "import { Money } from '#domain/money/money.ts'\nimport { Y } from './Y.tsx'"],
    ['src/browser/routes.tsx', "import SalePage from './pages/sale/SalePage.tsx'"],
    [
      'src/server/server.ts',
      "import { saleRoutes } from './sales/routes.ts'\nimport { createHash } from 'node:crypto'",
    ],
    ['src/server/sales/sales.ts', '/* Date.now() */ // setTimeout(x)\nconst at = clock.now()'],
    ['src/domain/sale/sale.ts', 'const day = new Date(ms).toISOString()'],
  ])('the rules allow a valid %s', (path, text) => {
    expect(findViolations({ path, text })).toEqual([])
  })

  it('findCycles finds a cycle of three files, and none in a line of three', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => `src/domain/${name}.ts`) as [string, string, string]
    const line = [
      { path: a, text: "import { b } from './b.ts'" },
      { path: b, text: "import { c } from './c.ts'" },
    ]
    expect(findCycles([...line, { path: c, text: '' }])).toEqual([])
    for (const text of ["import { a } from './a.ts'", "import type { A } from './a.ts'"])
      expect(findCycles([...line, { path: c, text }])).toEqual([`${a} → ${b} → ${c} → ${a}`])
  })
})
