/** The `meta` element of a page with the version of its build, and the header in which the page sends it. Absent in development. */
export const PAGE_VERSION_META = 'version'
export const PAGE_VERSION_HEADER = 'x-toptill-version'

/**
 * The header with which a page says that it shows practice in a shop that sells for real. The proxy rejects a page that shows the other thing
 * than its till does, as one that was open while the till was switched.
 */
export const PRACTICE_HEADER = 'x-toptill-practice'

/**
 * Sent with 200 and 304 of `GET /api/catalog`: when the catalog was last read (epoch ms). If a part of it is older than its own rule
 * permits, when that part was read.
 */
export const CATALOG_AS_OF_HEADER = 'toptill-as-of'
