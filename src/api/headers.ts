/** The `meta` element with the version of a page's build, and the header in which the page sends it. Absent in development. */
export const PAGE_VERSION_META = 'version'
export const PAGE_VERSION_HEADER = 'x-toptill-version'

/**
 * Sent by a page that shows practice mode in a shop with a real account. The server rejects a page whose mode differs from its till's, such as a page
 * that was open while the till was switched.
 */
export const PRACTICE_HEADER = 'x-toptill-practice'

/** With 200 and 304 of `GET /api/catalog`: when the catalog, or the part of it that is older than allowed, was last read (epoch ms). */
export const CATALOG_AS_OF_HEADER = 'toptill-as-of'
