import type { FastifyRequest } from 'fastify'

/** Whether a request is for the API, however its address is written: by its route, and by the address itself where no route answers. */
export function isApi({ url, routeOptions }: FastifyRequest): boolean {
  const isRouted = routeOptions.url !== undefined && routeOptions.url !== '/*'
  return (isRouted ? routeOptions.url : url).startsWith('/api/')
}
