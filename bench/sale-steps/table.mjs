/** Lines of what was measured, each beside its bound. */
export function createTable() {
  let hasMissed = false
  return {
    /** A figure that has no bound. */
    note: (/** @type {string} */ what, /** @type {string} */ figure) => console.log(`       ${what}: ${figure}`),
    /** @param {string} what @param {number} figure @param {{ most: number } | { least: number }} bound @param {string} unit */
    check: (what, figure, bound, unit) => {
      const isKept = 'most' in bound ? figure <= bound.most : figure >= bound.least
      hasMissed ||= !isKept
      const said = 'most' in bound ? `at most ${bound.most}` : `at least ${bound.least}`
      console.log(`${isKept ? 'ok    ' : 'MISSED'} ${what}: ${round(figure)} ${unit} (${said})`)
    },
    hasMissed: () => hasMissed,
  }
}

export const round = (/** @type {number} */ figure) => (figure >= 100 ? figure.toFixed(0) : figure.toFixed(2))
