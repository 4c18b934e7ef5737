/** The sandbox's origin, and the path prefix of all calls. */
export type Place = { origin: string; basePath: string }

/** The fields besides id and name, with any value. */
export type More = { [field: string]: unknown }

/** An element as sent (spec 2.5), with empty values for missing fields. */
export function element(id: unknown, name: unknown, more: More = {}): object {
  const empty = { parent_id: null, type: 'other', alias: '', active: 1, image_large: null, image_small: null }
  return { id, name, ...empty, action: '', params: [], content_id: '', ...more }
}

export const category = (id: unknown, name: unknown, more: More = {}) =>
  element(id, name, { type: 'category', params: {}, ...more })

export const product = (id: unknown, name: unknown, serviceId: unknown, more: More = {}) =>
  element(id, name, { type: 'product', content_id: serviceId, ...more })

export const link = (id: unknown, name: unknown, params: unknown, more: More = {}) =>
  element(id, name, { action: 'gotoCategory', params, ...more })

export const page = (id: unknown, name: unknown, params: unknown, more: More = {}) =>
  element(id, name, { action: 'gotoPage', params, ...more })
