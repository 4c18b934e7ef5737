import { whenIdle } from './when-idle.ts'

const WORKER = '/service-worker.js'

/** Where scripts may only be named by a policy, this is the one that names this script. */
type Policies = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string }
}
declare global {
  var trustedTypes: Policies | undefined
}

/**
 * Stores the files of this build in the browser, so that a reload shows our own page while the till's server is away. Nothing depends on it: a
 * browser refuses it on an address without TLS, for example.
 */
export function keepPageOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  whenIdle(() => {
    const policy = globalThis.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => WORKER })
    void navigator.serviceWorker.register(policy?.createScriptURL(WORKER) ?? WORKER).catch(() => {})
  })
}
