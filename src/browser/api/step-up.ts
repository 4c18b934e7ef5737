import { useMutation } from '@tanstack/react-query'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Secret } from '../secret.ts'
import { request } from './request.ts'

/** Proves with their own PIN that it is still the person who is signed in. */
export const useStepUp = () =>
  useMutation({ mutationFn: (pin: Secret) => request('POST', proxyPaths.stepUp, { body: { pin: pin.take() } }) })
