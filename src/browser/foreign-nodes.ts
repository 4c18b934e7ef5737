/** Where a text of ours stood before others took it out. */
type Place = Pick<MutationRecord, 'target' | 'addedNodes' | 'previousSibling' | 'nextSibling'>

/**
 * Translations and extensions move nodes that React made into elements of their own, or take them out; React's next change of them would throw and
 * end the page, or change a text that nobody sees. A node is removed from where it stands, what would come before one that has gone comes where that
 * one stood, or last, and a text comes back in place of its translation when it changes: it may be an amount.
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

  const places = new WeakMap<Node, Place>()
  const observer = new MutationObserver((changes) => {
    for (const change of changes)
      for (const node of change.removedNodes) if (node instanceof Text) places.set(node, change)
  })
  observer.observe(document, { childList: true, subtree: true })
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      const place = this.parentNode ? undefined : places.get(this)
      if (place) putBack(this, place)
      value?.set?.call(this, text)
    },
  })
}

function putBack(text: Node, { target, addedNodes, previousSibling, nextSibling }: Place): void {
  const translated = [...addedNodes, previousSibling, nextSibling].find(
    (node) => node?.parentNode === target && node.nodeName === 'FONT',
  )
  if (translated) target.replaceChild(text, translated)
}
