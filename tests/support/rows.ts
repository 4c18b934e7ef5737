/**
 * The rows of a table test in which many inputs have the same result: `[[true, ['a', 'b']]]` gives two rows, each with
 * an input and its result.
 */
export const rowsOf = <Result, Given>(groups: readonly (readonly [result: Result, given: readonly Given[]])[]) =>
  groups.flatMap(([result, all]) => all.map((given): [Given, Result] => [given, result]))
