/** The languages of the screen and of a customer's receipts. */
export const LANGUAGES = ['en', 'ar', 'ur', 'hi'] as const
export type Language = (typeof LANGUAGES)[number]
