export const LANGUAGES = ['en', 'ar', 'ur', 'hi'] as const
export type Language = (typeof LANGUAGES)[number]
