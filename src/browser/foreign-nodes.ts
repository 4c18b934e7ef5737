/**
 * Translations and extensions move nodes that React made into elements of their own, or take them out; React's next change of them would throw and
 * end the page. A node is removed from where it stands, and what would come before one that has gone comes where that one stood, or last.
 */
export function bearForeignNodes(): void {
  // Called with the node whose they are.
  // oxlint-disable-next-line typescript/unbound-method
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.removeChild = <T extends Node>(child: T): T => {
    if (child.parentNode) removeChild.call(child.parentNode, child)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
    let place = before
    while (place && place.parentNode !== this) place = place.parentNode
    return insertBefore.call(this, node, place) as T
  }
}
