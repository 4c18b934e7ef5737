import { join } from 'node:path'

import { build } from 'vite'

import { rootFolder } from '../tools/command.mjs'
import { launchChromium } from '../tools/find-chromium.ts'
import { measure } from './support/frontview.ts'
import { check, note } from './support/measure.ts'

const RUNS = 15
const MANY = 100_000
const FEW = 10_000
const SLOWDOWN = 4

type Measured = ReturnType<typeof measure>

tell('Node', measure([FEW, MANY], RUNS), 250)
tell(`Chromium, processor slowed ${SLOWDOWN} times`, await measureInPage(), 600)

function tell(where: string, [few, many]: Measured, mostMs: number) {
  if (!few || !many) throw new Error('nothing was measured')
  console.log(`${where}, medians of ${RUNS}: ${MANY} elements, ${many.placed} placed, ${many.dropped} dropped`)
  note('index, push, walk', `${many.bareMs.toFixed(1)} ms`)
  check('arrangeTiles', many.arrangeMs, { most: mostMs }, 'ms')
  check('arrangeTiles beside the bare loop', many.arrangeMs / many.bareMs, { most: 3 }, 'times')
  check(`an element beside that of ${FEW}`, many.arrangeMs / MANY / (few.arrangeMs / FEW), { most: 4 }, 'times')
  note('asking all for a hindrance', `${many.judgeMs.toFixed(1)} ms`)
}

async function measureInPage(): Promise<Measured> {
  const browser = await launchChromium()
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

async function bundle() {
  const entry = join(rootFolder, 'bench', 'support', 'frontview.ts')
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
