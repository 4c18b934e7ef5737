import { BUILD_HEADER } from '#api/headers.ts'
import { pageBuild } from './request.ts'

const WORKER = '/service-worker.js'

/** Trusted Types policy that allows the service worker's URL. */
type Policies = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string }
}
declare global {
  var trustedTypes: Policies | undefined
}

/** A reload then works while the server is not responding. Browsers refuse it without TLS, and the till works without it. */
export async function keepPageOffline(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const policy = globalThis.trustedTypes?.createPolicy('service-worker', { createScriptURL: () => WORKER })
  letTakeOver(await navigator.serviceWorker.register(policy?.createScriptURL(WORKER) ?? WORKER))
}

/** Only a worker of this page's build reacts to the message. */
function letTakeOver(registration: ServiceWorkerRegistration): void {
  const { [BUILD_HEADER]: build } = pageBuild()
  const tell = () => registration.waiting?.postMessage(build)
  const watch = () => registration.installing?.addEventListener('statechange', tell)
  tell()
  watch()
  registration.addEventListener('updatefound', watch)
}
