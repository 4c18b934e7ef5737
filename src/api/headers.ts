/** The `meta` element with a page's build, a digest, and the header in which the page sends it. Absent in development. */
export const BUILD_META = 'build'
export const BUILD_HEADER = 'x-toptill-build'

/**
 * Sent by a page that shows practice mode in a shop with a real account. The server rejects a page whose mode differs from its till's, such as a page
 * that was open while the till was switched.
 */
export const PRACTICE_HEADER = 'x-toptill-practice'

/** With 200 and 304 of `GET /api/catalog`: when the catalog, or the part of it that is older than allowed, was last read (epoch ms). */
export const CATALOG_AS_OF_HEADER = 'toptill-as-of'
