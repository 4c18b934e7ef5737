import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { findControls, PAGE, readControls, writePage } from '../../tools/threat-model.ts'

/** Without its "@", so that this file has no tag. */
const TAG = 'security'

it('the tables of the threat model are those of the tags in the tests (npx tsx tools/threat-model.ts writes them)', () => {
  const page = readFileSync(PAGE, 'utf8')
  const controls = findControls()
  expect(controls.length).toBeGreaterThan(100)
  expect(page).toBe(writePage(page, controls))
})

it('a tag may have several lines, and one without a requirement or a sentence is rejected', () => {
  const text = `/**\n * @${TAG} V1.2.3, V1.2.4: Text is\n *   shown.\n * @${TAG} V2.1.1: It is.\n */`
  expect(readControls('a.test.ts', text)).toEqual([
    { requirements: 'V1.2.3, V1.2.4', sentence: 'Text is shown.', file: 'a.test.ts' },
    { requirements: 'V2.1.1', sentence: 'It is.', file: 'a.test.ts' },
  ])
  expect(() => readControls('a.test.ts', `/** @${TAG} Text is shown. */`)).toThrow('a.test.ts')
})
