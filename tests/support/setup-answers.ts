import { requesterOf } from '#server/staff/access.ts'
import { checkAnswers } from './check-answers.ts'

declare global {
  var areAnswersChecked: boolean | undefined
}

// A worker runs this before each file, and once is enough.
if (!globalThis.areAnswersChecked) checkAnswers({ report: (problem) => console.error(problem), requesterOf })
globalThis.areAnswersChecked = true
