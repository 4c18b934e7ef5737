/** How a customer pays at the counter, or is paid back. The wholesaler never learns it. */
export const PAYMENT_METHODS = ['cash', 'card', 'other'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
