import { PAGE_VERSION_HEADER, PAGE_VERSION_META } from '#contract/proxy/paths.ts'

/** Says of which build this page is, where it was built: a proxy of another build asks for a reload. */
export function pageVersion(): Record<string, string> {
  const mark = document.querySelector<HTMLMetaElement>(`meta[name="${PAGE_VERSION_META}"]`)
  return mark ? { [PAGE_VERSION_HEADER]: mark.content } : {}
}
