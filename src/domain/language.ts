/** The languages of the screen and of a customer's papers. */
export const LANGUAGES = ['en', 'ar', 'ur', 'hi'] as const
export type Language = (typeof LANGUAGES)[number]
