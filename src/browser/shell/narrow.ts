/** Screens with one column (styles/narrow.css). */
export const NARROW = '(max-width: 959px)'
