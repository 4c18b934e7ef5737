import { requesterOf } from '#server/staff/access.ts'
import { checkAnswers } from './check-answers.ts'
import { findUndescribed } from './described-api.ts'

declare global {
  var areAnswersChecked: boolean | undefined
}

// A worker runs this before each file, but once is enough.
const report = (problem: string) => console.error(problem)
if (!globalThis.areAnswersChecked) checkAnswers({ report, requesterOf, findUndescribed })
globalThis.areAnswersChecked = true
