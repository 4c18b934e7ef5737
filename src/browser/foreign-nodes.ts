/**
 * Translations and extensions move nodes that React made, wrap them, or put nodes of their own in place of them; React's next change of them would
 * throw and end the page, or change a text that nobody sees: it may be an amount. Before React changes a node that somebody took out, its element
 * gets its nodes back as React left them, without those of others.
 */
export function bearForeignNodes(): void {
  // Called with the node whose they are.
  // oxlint-disable-next-line typescript/unbound-method
  const { insertBefore, removeChild } = Node.prototype
  const removedByReact = new WeakSet<Node>()
  /** What others took out of an element of React, newest first, and the element that each node was taken from. */
  const removals = new WeakMap<Node, MutationRecord[]>()
  const parents = new WeakMap<Node, Node>()

  const observer = new MutationObserver(note)
  observer.observe(document, { childList: true, subtree: true })

  function note(records: MutationRecord[]): void {
    for (const record of records) {
      const { target } = record
      const taken = [...record.removedNodes].filter(
        (node) => node.parentNode !== target && isOfReact(node) && !removedByReact.has(node),
      )
      if (taken.length === 0 || !isOfReact(target)) continue
      for (const node of taken) parents.set(node, target)
      removals.set(target, [record, ...(removals.get(target) ?? [])])
    }
  }

  function restore(parent: Node): void {
    for (const record of removals.get(parent) ?? []) {
      const next = findNext(parent, record)
      for (const node of record.removedNodes)
        if (isOfReact(node) && !removedByReact.has(node)) insertBefore.call(parent, node, next)
    }
    removals.delete(parent)
    const others = [...parent.childNodes].filter((node) => !isOfReact(node))
    for (const node of others) removeChild.call(parent, node)
  }

  /** Gives the node, and what it stands in, back to the elements they were taken from. */
  function bringBack(node: Node): void {
    note(observer.takeRecords())
    for (let each: Node | null = node; each; each = each.parentNode) {
      const parent = parents.get(each)
      if (parent && each.parentNode !== parent) restore(parent)
    }
  }

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode !== this) bringBack(child)
    removedByReact.add(child)
    if (child.parentNode) removeChild.call(child.parentNode, child)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    if (before && before.parentNode !== this) bringBack(before)
    return insertBefore.call(this, node, before?.parentNode === this ? before : null) as T
  }
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      if (!this.isConnected) bringBack(this)
      value?.set?.call(this, text)
    },
  })
}

/** React keeps what it knows of a node in properties of the node. */
const isOfReact = (node: Node): boolean => Object.keys(node).some((key) => key.startsWith('__react'))

/** What now comes after the place of removed nodes: `null` is the end. */
function findNext(parent: Node, { previousSibling, nextSibling }: MutationRecord): Node | null {
  if (previousSibling?.parentNode === parent) return previousSibling.nextSibling
  if (nextSibling?.parentNode === parent) return nextSibling
  return previousSibling ? null : parent.firstChild
}
