import type { Scenario } from './scenarios.ts'
import { playStory, type Crash } from './story.ts'

/**
 * Plays a scenario twice for each call through a port, with the proxy dying before and after that call. `harm` is the trace of the first run with a
 * violation.
 */
export async function dieEverywhere(scenario: Scenario): Promise<{ deaths: number; harm: string | undefined }> {
  const { calls } = await playStory(scenario)
  let deaths = 0
  for (let call = 1; call <= calls; call += 1) {
    for (const when of ['before', 'after'] as const) {
      deaths += 1
      const { violations } = await playStory(scenario, { call, when })
      if (violations.length > 0) return { deaths, harm: await tell(scenario, { call, when }) }
    }
  }
  return { deaths, harm: undefined }
}

async function tell(scenario: Scenario, crash: Crash): Promise<string> {
  const { tell: tellAll } = await playStory(scenario, crash, true)
  return [`${scenario.name}, killed ${crash.when} call ${crash.call}`, ...tellAll()].join('\n')
}
