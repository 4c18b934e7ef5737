type Field = HTMLInputElement | HTMLTextAreaElement

export type StoredFields = ReadonlyMap<Field, string>

/** What stands in all fields of the page. */
export function storeFields(): StoredFields {
  return new Map([...document.querySelectorAll<Field>('input, textarea')].map((field) => [field, field.value]))
}

/** Puts back what stood in them, as if it were typed. */
export function restoreFields(kept: StoredFields): void {
  for (const [field, value] of kept) {
    if (!field.isConnected || field.value === value) continue
    // React watches the property of the element itself.
    const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}
