import type { Page } from 'playwright/test'

/** The elements that a person operates: without a name, a screen reader reads only "button". */
const CONTROLS = new Set(
  'button link textbox searchbox combobox listbox option radio checkbox switch tab menuitem menuitemradio menuitemcheckbox spinbutton slider'.split(
    ' ',
  ),
)
const NAMED = new Set(['image', 'dialog', 'region', 'tabpanel', 'tablist', 'table', 'menu'])
const LANDMARKS = new Set(['navigation', 'region', 'complementary', 'form', 'search'])

type Node = { role: string; name: string; level: number | undefined }

/**
 * What is wrong with the page as a screen reader reads it, in Chromium's own tree: one main part and one first-level
 * heading, with no level left out below; a name on every control, picture and part, and distinct names for landmarks of
 * the same kind. In an open dialog, the first heading is the dialog's own.
 */
export async function findTreeFaults(page: Page): Promise<string[]> {
  const nodes = await readTree(page)
  const faults: string[] = []
  const named = (role: string) => nodes.filter((node) => node.role === role)
  const isModal = (await page.locator('dialog:modal').count()) > 0

  if (!isModal) {
    for (const role of ['main', 'banner']) {
      const { length } = named(role)
      if (length > 1 || (role === 'main' && length === 0)) faults.push(`${length} times ${role}`)
    }
    const first = named('heading').filter(({ level }) => level === 1)
    if (first.length !== 1)
      faults.push(`headings of the first level: ${first.map(({ name }) => name).join(', ') || 'none'}`)
  }
  let level: number | undefined
  for (const heading of named('heading')) {
    if (heading.name === '') faults.push('a heading without words')
    if (level !== undefined && heading.level !== undefined && heading.level > level + 1)
      faults.push(`heading ${heading.level} behind ${level}: ${heading.name}`)
    level = heading.level
  }
  for (const { role, name } of nodes)
    if ((CONTROLS.has(role) || NAMED.has(role)) && name === '') faults.push(`${role} without a name`)
  for (const role of LANDMARKS) {
    const names = named(role).map(({ name }) => name)
    for (const name of new Set(names.filter((each, at) => names.indexOf(each) !== at)))
      faults.push(`two of ${role} "${name}"`)
  }
  return faults
}

async function readTree(page: Page): Promise<Node[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const read: Node[] = []
  const visit = (id: string) => {
    const node = byId.get(id)
    if (!node) return
    if (!node.ignored) {
      const level = node.properties?.find(({ name }) => name === 'level')?.value.value as unknown
      read.push({
        role: String(node.role?.value ?? ''),
        name: String(node.name?.value ?? '').trim(),
        level: typeof level === 'number' ? level : undefined,
      })
    }
    node.childIds?.forEach(visit)
  }
  if (nodes[0]) visit(nodes[0].nodeId)
  return read
}
