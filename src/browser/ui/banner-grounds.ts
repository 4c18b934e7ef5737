/** The ground on which the pictures of the provider's banners are drawn. */
export const BANNER_GROUNDS = { international: 'bg-[#0d4452]', other: 'bg-[#5a2440]' } as const
