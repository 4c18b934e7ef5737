/** What the sell screen has of favourites and keys: one piece that comes once the screen stands. */
export { KeyHints } from '../features/help/KeyHints.tsx'
export { QuickRow } from '../features/quick/QuickRow.tsx'
export { ServiceStar } from '../features/quick/ServiceStar.tsx'
