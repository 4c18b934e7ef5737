import { join } from 'node:path'

import { chromium } from 'playwright'
import { register } from 'tsx/esm/api'
import { build } from 'vite'

import { CHROMIUM_FLAGS, findSystemChromium } from '../scripts/find-chromium.mjs'
import { rootFolder } from '../scripts/command.mjs'

const RUNS = 15
const MANY = 100_000
const FEW = 10_000
const SLOWDOWN = 4

register()
const { measure } = await import('./frontview/measure.mjs')
/** @typedef {ReturnType<typeof measure>} Measured */

let hasMissed = false
const processor = measure([FEW, MANY], RUNS)
tell('Node', processor, 250)
tell(`Chromium, processor slowed ${SLOWDOWN} times`, await measureInPage(), 600)
process.exitCode = hasMissed ? 1 : 0

function tell(/** @type {string} */ where, /** @type {Measured} */ [few, many], /** @type {number} */ mostMs) {
  if (!few || !many) throw new Error('nothing was measured')
  console.log(`${where}, medians of ${RUNS}: ${MANY} elements, ${many.placed} placed, ${many.dropped} dropped`)
  say('index, push, walk', `${many.bareMs.toFixed(1)} ms`)
  check('arrangeTiles', many.arrangeMs, mostMs, 'ms')
  check('times the bare loop', many.arrangeMs / many.bareMs, 3, '')
  check(`per element, times that at ${FEW}`, many.arrangeMs / MANY / (few.arrangeMs / FEW), 4, '')
  say('asking all for a hindrance', `${many.judgeMs.toFixed(1)} ms`)
}

/** @param {string} what @param {number} figure @param {number} bound @param {string} unit */
function check(what, figure, bound, unit) {
  const isKept = figure <= bound
  hasMissed ||= !isKept
  say(what, `${figure.toFixed(unit ? 1 : 2)} ${unit} (bound ${bound} ${unit})`.replaceAll(' )', ')'), isKept)
}

/** @param {string} what @param {string} figure @param {boolean} [isKept] */
function say(what, figure, isKept) {
  const verdict = isKept === undefined ? '      ' : isKept ? '  ok  ' : 'MISSED'
  console.log(`${verdict}  ${what.padEnd(36)} ${figure}`)
}

/** @returns {Promise<Measured>} */
async function measureInPage() {
  const executablePath = findSystemChromium()
  const browser = await chromium.launch({ args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) })
  try {
    const page = await browser.newPage()
    await page.addScriptTag({ content: await bundle() })
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    return await page.evaluate(`bench.measure([${FEW}, ${MANY}], ${RUNS})`)
  } finally {
    await browser.close()
  }
}

/** Bundles the domain's own file in the same way as the browser app. */
async function bundle() {
  const entry = join(rootFolder, 'bench', 'frontview', 'measure.mjs')
  const built = await build({
    configFile: false,
    root: rootFolder,
    logLevel: 'warn',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'bench' } },
  })
  const [first] = Array.isArray(built) ? built : [built]
  const [chunk] = first && 'output' in first ? first.output : []
  if (!chunk || !('code' in chunk)) throw new Error('nothing was built')
  return chunk.code
}
