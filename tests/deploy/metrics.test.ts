import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { SALE_STATES } from '#domain/sale/sale.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { openShop, sell } from '../support/shop.ts'

const alerts = readFileSync('deploy/prometheus/alerts.yml', 'utf8')
const dashboard = JSON.parse(readFileSync('deploy/grafana/toptill.json', 'utf8')) as {
  panels: { title: string; targets: { expr: string }[] }[]
}
const namesOfAlerts = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
const alertExpressions = [...alerts.matchAll(/^ {8}expr: (?:>-\n)?((?:.*\n)(?: {10}.*\n)*)/gm)].map(
  ([, text = '']) => text,
)
const EXPRESSIONS = [...alertExpressions, ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))]

const OF_PROMETHEUS = ['job', 'instance']
const OF_SHOPS = 'shop'
const SELECTOR = /\b((?:toptill|process|nodejs)_\w+)(?:\{([^}]*)\})?/g

type Matcher = { label: string; value: string }

const selectorsOf = (expression: string) =>
  [...expression.matchAll(SELECTOR)].map(([, name = '', labels = '']) => ({
    name,
    matchers: [...labels.matchAll(/(\w+)\s*[=!]~?\s*"([^"]*)"/g)].map(([, label = '', value = '']): Matcher => ({
      label,
      value,
    })),
  }))

let metrics: Promise<Map<string, Set<string>>> | undefined

/** The labels of every metric of a till, alone and with their values, by the metric's name. One till serves all tests. */
const metricsOfTill = () => (metrics ??= readMetrics())

async function readMetrics(): Promise<Map<string, Set<string>>> {
  const METRICS_TOKEN = 'a-token-for-the-metrics'
  const shop = await openShop({ env: { METRICS_TOKEN } })
  const amal = shop.browser()
  await amal.signIn('Amal')
  await sell(amal, { account: recipients.success })
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const body = await (await fetch(`${shop.url}/metrics`, { headers })).text()
  const found = new Map<string, Set<string>>()
  // Some metrics have no figure in practice mode.
  for (const [, name = ''] of body.matchAll(/^# TYPE (\w+) gauge$/gm)) found.set(name, new Set())
  for (const [, name = '', labels = ''] of body.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const known = found.get(name) ?? new Set()
    for (const [pair, label = ''] of labels.matchAll(/(\w+)="[^"]*"/g)) known.add(label).add(pair)
    found.set(name, known)
  }
  return found
}

it('the alert rules and the dashboard name only metrics and labels that a till has', async () => {
  const known = await metricsOfTill()
  const selectors = EXPRESSIONS.flatMap(selectorsOf)
  expect(alertExpressions).toHaveLength(namesOfAlerts.length)
  expect(selectors.length).toBeGreaterThan(40)
  expect(selectors.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
  const unknown = selectors.flatMap(({ name, matchers }) =>
    matchers.filter(({ label }) => ![...OF_PROMETHEUS, OF_SHOPS].includes(label) && !known.get(name)?.has(label)),
  )
  expect(unknown).toEqual([])
})

it('every metric of a till is on the dashboard', async () => {
  const shown = new Set(
    dashboard.panels.flatMap(({ targets }) => targets).flatMap(({ expr }) => selectorsOf(expr).map(({ name }) => name)),
  )
  const own = [...(await metricsOfTill()).keys()].filter(
    (name) => name.startsWith('toptill_') && !/_(sum|count)$/.test(name),
  )
  const missing = own.filter((name) => !shown.has(name))
  expect(missing).toEqual([])
})

it('the alert rules and the dashboard name only states that a sale has', () => {
  const states = EXPRESSIONS.flatMap(selectorsOf)
    .filter(({ name }) => name === 'toptill_sales')
    .flatMap(({ matchers }) => matchers.filter(({ label }) => label === 'state'))
    .flatMap(({ value }) => value.split('|'))
  expect(states.length).toBeGreaterThan(5)
  expect(states.filter((state) => !SALE_STATES.some((one) => one === state))).toEqual([])
})

it('the alert rules and the dashboard name only kinds of open items and reasons that a till has', async () => {
  const known = await metricsOfTill()
  const named = EXPRESSIONS.flatMap(selectorsOf).flatMap(({ name, matchers }) =>
    matchers
      .filter(({ label }) => ['kind', 'reason'].includes(label))
      .map(({ label, value }) => ({ name, pair: `${label}="${value}"` })),
  )
  expect(named).toContainEqual({ name: 'toptill_open_items', pair: 'kind="attention"' })
  expect(named.filter(({ name, pair }) => !known.get(name)?.has(pair))).toEqual([])
})

it('one alert fires always, and Alertmanager sends it on its own', () => {
  expect(alerts).toMatch(/- alert: ToptillWatchdog\n(?: +#.*\n)? +expr: vector\(1\)\n/)
  const routes = readFileSync('deploy/prometheus/alertmanager.yml', 'utf8')
  expect(routes).toMatch(/matchers: \[alertname = ToptillWatchdog\]\n +receiver: watchdog\n/)
})

it('the operations guide says what to do for every alert', () => {
  const page = readFileSync('docs/administrators/monitoring.md', 'utf8')
  expect(namesOfAlerts.length).toBeGreaterThan(10)
  expect(namesOfAlerts.filter((name) => !page.includes(`| \`${name}\``))).toEqual([])
})
