/** Where a page carries the version of its build, and the header in which it says it. A page in development has none. */
export const PAGE_VERSION_META = 'version'
export const PAGE_VERSION_HEADER = 'x-toptill-version'
