/**
 * The time of the browser tests: Monday 23 November 2026, 14:00 in the shop. Only a test that moves the clock changes
 * it.
 */
export const NOW = Date.UTC(2026, 10, 23, 10)
