/** What differs with the language. `name` is in its own words: anyone who needs it may read no other. */
export const LANGUAGES = { en: { name: 'English' }, ar: { name: 'العربية' } } as const
export const LOCALES = ['en', 'ar'] as const
