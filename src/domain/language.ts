/** The languages of the screen and of receipts. */
export const LANGUAGES = ['en', 'ar', 'ur', 'hi'] as const
export type Language = (typeof LANGUAGES)[number]
