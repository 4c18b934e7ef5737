/**
 * Translators and extensions move, wrap or replace nodes that React made. React's next change would then throw, or change a detached text node, which may be an
 * amount. Before it changes such a node, this restores the children of its element and removes foreign nodes.
 */
export function bearForeignNodes(): void {
  // Called with the node as `this`.
  // oxlint-disable-next-line typescript/unbound-method
  const { insertBefore, removeChild } = Node.prototype
  const removedByReact = new WeakSet<Node>()
  /** For each parent, the removals by others, newest first; for each node, the parent it was taken from. */
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

/** React stores its data in properties of the node whose names begin with `__react`. */
const isOfReact = (node: Node): boolean => Object.keys(node).some((key) => key.startsWith('__react'))

/** Returns the node that now follows the removed ones, or `null` at the end. */
function findNext(parent: Node, { previousSibling, nextSibling }: MutationRecord): Node | null {
  if (previousSibling?.parentNode === parent) return previousSibling.nextSibling
  if (nextSibling?.parentNode === parent) return nextSibling
  return previousSibling ? null : parent.firstChild
}
