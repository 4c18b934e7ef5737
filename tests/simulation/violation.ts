/** Something that must never happen, named by its harm. */
export type Violation = { name: string; sale: string; at: number; detail: string }
export type Report = (name: string, sale: string, detail: string) => void
