import { PAGE_VERSION_HEADER } from '#api/headers.ts'
import { pageVersion } from './request.ts'

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

/** A reload then shows our own page while the till's server is away; nothing depends on it, as without TLS a browser refuses it. */
export async function keepPageOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Whatever it is given, it names the one worker.
  const policy = globalThis.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => WORKER })
  letTakeOver(await navigator.serviceWorker.register(policy?.createScriptURL(WORKER) ?? WORKER))
}

/** The worker of a new build waits for its own page: this one tells it, in case it is that. Any other worker does not listen. */
function letTakeOver(registration: ServiceWorkerRegistration): void {
  const { [PAGE_VERSION_HEADER]: version } = pageVersion()
  const tell = () => registration.waiting?.postMessage(version)
  const watch = () => registration.installing?.addEventListener('statechange', tell)
  tell()
  watch()
  registration.addEventListener('updatefound', watch)
}
