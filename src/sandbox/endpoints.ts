import * as v from 'valibot'

import { wholesalerPaths, type WholesalerPath } from '#contract/wholesaler/paths.ts'
import type { Account } from './auth.ts'
import type { Books } from './books.ts'
import { servicesAnswer } from './catalogue.ts'
import { filsNumber, filsText } from './fils.ts'
import { FRONTVIEW_ID, frontviewAnswer } from './frontview.ts'
import { pointAnswer } from './point.ts'
import { refusal } from './refusals.ts'
import { json } from './reply.ts'
import { CheckRequest, ConfirmRequest, FindRequest, FrontviewRequest, PlainRequest } from './requests.ts'
import { check, confirm, find, type Outcome, type Surroundings } from './transactions.ts'

export type EndpointDeps = {
  books: Books
  account: Account
  surroundings: () => Surroundings
  /** Where the service is reached: scheme, host and port. Known once it listens. */
  origin: () => string
  basePath: string
}

/** Answers the body of one call whose auth is right. */
export type Endpoint = (body: unknown) => Outcome

/** The calls of spec 4, each with the request it takes. Anything else in a body is refused with code 2. */
export function createEndpoints({
  books,
  account,
  surroundings,
  origin,
  basePath,
}: EndpointDeps): Map<string, Endpoint> {
  let balancesAsked = 0
  const endpoints: Record<WholesalerPath, Endpoint> = {
    [wholesalerPaths.pointInfo]: read(PlainRequest, () => answered(pointAnswer(account))),
    [wholesalerPaths.balance]: read(PlainRequest, () => {
      balancesAsked += 1
      const main = books.balance()
      return answered({
        currency: 'AED',
        wallets: { main: balancesAsked % 2 === 0 ? filsText(main) : filsNumber(main), bonus: 0 },
      })
    }),
    [wholesalerPaths.services]: read(PlainRequest, () => answered(servicesAnswer())),
    [wholesalerPaths.frontview]: read(FrontviewRequest, ({ frontview_id }) =>
      frontview_id === FRONTVIEW_ID
        ? answered(frontviewAnswer(origin(), basePath))
        : { change: {}, reply: refusal(50, { detail: 'frontview_id' }) },
    ),
    [wholesalerPaths.check]: read(CheckRequest, (request) => check(books, request, surroundings())),
    [wholesalerPaths.confirm]: read(ConfirmRequest, (request) => confirm(books, request, surroundings())),
    [wholesalerPaths.find]: read(FindRequest, (request) => find(books, request)),
  }
  return new Map(Object.entries(endpoints))
}

const answered = (body: object): Outcome => ({ change: {}, reply: json(body) })

function read<TSchema extends v.GenericSchema>(
  schema: TSchema,
  answer: (request: v.InferOutput<TSchema>) => Outcome,
): Endpoint {
  return (body) => {
    const request = v.safeParse(schema, body)
    if (request.success) return answer(request.output)
    const [issue] = request.issues
    return { change: {}, reply: refusal(2, { detail: `${v.getDotPath(issue) ?? 'body'}: ${issue.message}` }) }
  }
}
