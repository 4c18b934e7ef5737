import { describe, expect, it } from 'vitest'

import { dieEverywhere } from './die-everywhere.ts'
import { INTERNATIONAL_SCENARIOS } from './scenarios-international.ts'
import { playStory } from './story.ts'

describe('a proxy that dies while an international top-up is sold', () => {
  it.each(INTERNATIONAL_SCENARIOS)('leaves nothing in doubt: $name', { timeout: 1_200_000 }, async (scenario) => {
    expect(await playStory(scenario)).toMatchObject({ state: scenario.ends, violations: [] })

    const { deaths, harm } = await dieEverywhere(scenario)
    expect(harm).toBeUndefined()
    expect(deaths).toBeGreaterThan(30)
  })
})
