/**
 * The rows of a table test of which many have the same result: `[[true, ['a', 'b']]]` are two rows, each of an input
 * and its result.
 */
export const rowsOf = <Result, Given>(groups: readonly (readonly [result: Result, given: readonly Given[]])[]) =>
  groups.flatMap(([result, all]) => all.map((given): [Given, Result] => [given, result]))
