import * as v from 'valibot'

/** Of OpenAPI 3.1. The build makes it from these endpoints (`tools/openapi.ts`). */
const ApiDescription = v.looseObject({ openapi: v.string() })

export const apiDescriptionEndpoints = {
  'GET /api/openapi.json': { answer: ApiDescription },
}
