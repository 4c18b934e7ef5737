import { basename, dirname, join } from 'node:path/posix'

export type SourceFile = { path: string; text: string }

const words = (text: string) => text.split(' ')

/** For each layer, the other layers that it may import and the packages that it may use. See src/README.md. */
const LAYERS: Record<string, { layers: string[]; packages: string[] }> = {
  'wholesaler-api': { layers: [], packages: ['valibot'] },
  api: { layers: ['domain', 'receipt-printer'], packages: ['valibot'] },
  domain: { layers: [], packages: ['valibot'] },
  // Both sides write to receipt printers: the page to those of its till, the server to those in the network.
  'receipt-printer': { layers: [], packages: ['@point-of-sale/receipt-printer-encoder'] },
  server: {
    layers: ['wholesaler-api', 'api', 'domain', 'receipt-printer'],
    packages: words(
      '@lingui/core @lingui/message-utils cookie csv-stringify fastify @fastify/static kysely libsql nodemailer pg pino prom-client secure-json-parse undici valibot node:',
    ),
  },
  sandbox: { layers: ['wholesaler-api'], packages: ['valibot', 'node:'] },
  browser: {
    layers: ['api', 'domain', 'receipt-printer'],
    // `texts:` is the message catalog, compiled by the build.
    packages: words(
      '@fontsource/ibm-plex-mono @fontsource/ibm-plex-sans @fontsource/ibm-plex-sans-arabic @fontsource/ibm-plex-sans-devanagari @leeoniya/ufuzzy @lingui/core @lingui/react ' +
        '@point-of-sale/webbluetooth-receipt-printer @point-of-sale/webusb-receipt-printer @tanstack/react-query @tanstack/react-virtual idb-keyval lucide-react react react-dom react-router-dom ulid uqr valibot zustand texts:',
    ),
  },
}

/**
 * The modules of two layers, and the modules each may import. A file or folder that is not named here is `base`. In the server, the files of routes are a separate module, above the folders of their nouns.
 */
const MODULES: Record<string, { top: string[]; modules: Record<string, string[]> }> = {
  server: {
    top: words('main.ts server.ts shop.ts parts/shop-parts.ts cluster cli'),
    modules: {
      lib: [],
      config: ['lib'],
      database: words('lib config wholesaler'),
      wholesaler: words('lib config'),
      catalog: words('base lib http wholesaler'),
      http: words('lib config staff status-page wholesaler'),
      'status-page': ['lib'],
      audit: ['lib', 'database'],
      base: words('lib database audit'),
      staff: words('base lib http database audit display sales sales-list shifts status-page'),
      display: words('base lib database audit'),
      shifts: words('base lib database audit'),
      sales: words('base lib database wholesaler catalog shifts'),
      'sales-list': words('base lib database sales'),
      orders: words('base lib database catalog sales'),
      'known-numbers': words('lib database audit sales'),
      printers: ['lib'],
      reports: words('base lib database catalog sales-list'),
      wallet: words('base lib database wholesaler'),
      account: words(
        'base lib config database audit wholesaler catalog sales sales-list orders known-numbers reports shifts staff wallet',
      ),
      alerts: words('base lib database audit account shifts staff'),
      // Other shops of the installation, read from their databases.
      shops: words('base lib database audit staff alerts reports sales sales-list wallet'),
      'parts/server-parts.ts': words(
        'base lib config database http wholesaler staff known-numbers printers account alerts shops status-page',
      ),
      routes: words(
        'parts/server-parts.ts base lib config database http wholesaler catalog audit staff display shifts sales sales-list orders known-numbers printers reports wallet account alerts shops status-page',
      ),
    },
  },
  browser: {
    top: ['early.ts', 'first-page.ts', 'main.tsx', 'routes.tsx', 'selling.ts', 'supervisor-routes.tsx', 'shell'],
    modules: {
      // Words and numbers are in the shop's language everywhere.
      ui: ['i18n'],
      base: ['ui', 'api', 'i18n'],
      api: ['ui', 'base', 'i18n'],
      i18n: ['base'],
      printing: ['ui', 'base', 'api', 'i18n'],
      scanner: ['ui', 'base', 'api', 'i18n', 'sale'],
      sale: ['ui', 'base', 'api', 'printing', 'i18n'],
      // The drawer of a till, which its own pages and the reports show.
      shift: ['ui', 'base', 'api', 'printing', 'i18n', 'sale'],
      // The days and amounts of reports: of one shop, and over several.
      report: ['ui', 'base', 'api', 'i18n'],
      pages: ['ui', 'base', 'api', 'printing', 'scanner', 'i18n', 'sale', 'shift', 'report'],
    },
  },
}

/**
 * What the kit may use from the browser besides the texts, because it shows failures, closes on a key press and takes
 * PINs.
 */
const FOR_THE_KIT = /^src\/browser\/(api\/failure-message|lib\/hotkeys|lib\/secret)\.ts$/

/** What the kit may use from the domain: amounts, and the characters that typed text may have. */
const DOMAIN_OF_THE_KIT = /^src\/domain\/(money\/(money|typed-amount)|text\/(digits|typed-text))\.ts$/

const FORBIDDEN_NAME = /^(index|utils?|helpers?|common|types?|misc)$/
const FILE_NAME = /^([a-z0-9]+(-[a-z0-9]+)*(\.d)?\.(ts|tsx|css|json|md|svg)|[A-Z][A-Za-z0-9]*\.tsx|README\.md)$/

/** Words that are allowed only in some places, each with the reason. */
const WORDS: { word: RegExp; isForbiddenIn: (path: string) => boolean; reason: string }[] = [
  {
    word: /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bset(Timeout|Interval|Immediate)\(|\bperformance\.now\b|\bcrypto\./,
    isForbiddenIn: (path) =>
      isUnder(path, 'domain') ||
      isUnder(path, 'server/sales') ||
      // Only its HTTP client has timers of its own.
      (isUnder(path, 'server/wholesaler') && path !== 'src/server/wholesaler/client.ts'),
    reason: 'reads a clock, a timer or chance by itself',
  },
  {
    word: /\bfetch\(/,
    isForbiddenIn: (path) => !/^src\/(browser\/(api\/|early\.ts)|sandbox\/)/.test(path),
    reason: 'fetches: only browser/api does, and the proxy goes through undici',
  },
  {
    word: /['"]md5['"]/i,
    isForbiddenIn: (path) => !['src/server/config/token.ts', 'src/sandbox/auth.ts'].includes(path),
    reason: 'names MD5, which only signing and its check use',
  },
  {
    word: /\.TOPUP_TOKEN\b|['"]TOPUP_TOKEN['"]/,
    isForbiddenIn: (path) => path !== 'src/server/config/config-schema.ts',
    reason: 'names the token, which only the configuration reads',
  },
  {
    word: /\.[a-z]+_[a-z_]+\b/,
    isForbiddenIn: (path) => isUnder(path, 'browser') || isUnder(path, 'domain') || isUnder(path, 'api'),
    reason: 'reads a snake_case field: wire shapes end in server/wholesaler',
  },
]

export function findViolations({ path, text }: SourceFile): string[] {
  return [
    ...violationsOfName(path),
    ...(isCode(path) ? [...violationsOfImports(path, text), ...violationsOfWords(path, text)] : []),
  ]
}

function violationsOfName(path: string): string[] {
  const parts = path.split('/').slice(1)
  const name = parts.at(-1) ?? ''
  const forbidden = parts.map((part) => part.replace(/\..*$/, '')).filter((part) => FORBIDDEN_NAME.test(part))
  return [
    ...forbidden.map((part) => `"${part}" says nothing: name it for its noun or its action`),
    ...(FILE_NAME.test(name) ? [] : [`"${name}" is neither kebab-case.ts nor PascalCase.tsx`]),
  ]
}

function violationsOfImports(path: string, text: string): string[] {
  const home = layerOf(path)
  if (home === undefined) return ['is in no layer']
  return findImports(text).flatMap((specifier) => {
    const target = targetOf(path, specifier)
    if (target === undefined) return violationsOfPackage(home, specifier)
    if (target === 'package.json') return []
    const layer = layerOf(target)
    if (layer === home) {
      return specifier.startsWith('#')
        ? [`${specifier}: inside a layer an import is relative`]
        : violationsOfModules(path, target)
    }
    if (layer === undefined || !LAYERS[home]?.layers.includes(layer))
      return [`${specifier}: ${home} may not look into it`]
    if (!specifier.startsWith('#')) return [`${specifier}: across layers an import begins with #`]
    return isUnder(path, 'browser/ui') && !DOMAIN_OF_THE_KIT.test(target)
      ? [`${specifier}: ui knows only Money and what may be typed`]
      : []
  })
}

function violationsOfPackage(home: string, specifier: string): string[] {
  const name = /^[a-z]+:/.exec(specifier)?.[0] ?? specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  return LAYERS[home]?.packages.includes(name) ? [] : [`${specifier}: ${home} may not use it`]
}

function violationsOfModules(path: string, target: string): string[] {
  const layer = layerOf(path) ?? ''
  const [from, to] = [moduleOf(path), moduleOf(target)]
  if (from === undefined || to === undefined || from === 'top') return []
  if (from === 'pages' && to === 'pages' && pageOf(path) !== pageOf(target)) {
    return [`${target}: a page never imports another`]
  }
  if (from === 'ui' && FOR_THE_KIT.test(target)) return []
  return from === to || MODULES[layer]?.modules[from]?.includes(to)
    ? []
    : [`${target}: ${layer}/${from} may not look into ${to}`]
}

function violationsOfWords(path: string, text: string): string[] {
  const code = withoutComments(text)
  return WORDS.filter(({ word, isForbiddenIn }) => isForbiddenIn(path) && word.test(code)).map(({ reason }) => reason)
}

/** Cycles of files that import one another, including type imports, each as a path from a file back to itself. */
export function findCycles(files: readonly SourceFile[]): string[] {
  const known = new Set(files.map(({ path }) => path))
  const edges = new Map(
    files.map(({ path, text }) => [
      path,
      isCode(path)
        ? findImports(text)
            .flatMap((specifier) => targetOf(path, specifier) ?? [])
            .filter((to) => known.has(to))
        : [],
    ]),
  )
  const cycles: string[] = []
  const done = new Set<string>()
  const visit = (path: string, trail: string[]) => {
    const begin = trail.indexOf(path)
    if (begin >= 0) cycles.push([...trail.slice(begin), path].join(' → '))
    if (begin >= 0 || done.has(path)) return
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const { path } of files) visit(path, [])
  return cycles
}

export function findImports(text: string): string[] {
  return [...withoutComments(text).matchAll(/(?:\bfrom\s+|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g)].flatMap(
    ([, path]) => path ?? [],
  )
}

const isCode = (path: string) => /\.tsx?$/.test(path)
const isUnder = (path: string, folder: string) => path.startsWith(`src/${folder}/`)
const layerOf = (path: string) => Object.keys(LAYERS).find((layer) => isUnder(path, layer))
const pageOf = (path: string) => path.split('/')[3]

function targetOf(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  return specifier.startsWith('.') ? join(dirname(path), specifier) : undefined
}

function moduleOf(path: string): string | undefined {
  const layer = layerOf(path) ?? ''
  const plan = MODULES[layer]
  if (!plan) return undefined
  const file = path.slice(`src/${layer}/`.length)
  const [folder = ''] = file.split('/')
  if (plan.top.includes(file) || plan.top.includes(folder)) return 'top'
  if (layer === 'server' && basename(path).endsWith('routes.ts')) return 'routes'
  return [file, folder].find((name) => name in plan.modules) ?? 'base'
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
}
