/** Prints what the print styles leave visible: the receipt. */
export function printReceipt(): void {
  window.print()
}
