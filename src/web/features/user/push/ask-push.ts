/** Why the browser takes no notices, in words for the user. */
export class PushProblem extends Error {}

/** What the server needs to send to this browser. */
export interface PushAddress {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

const WORKER = '/push-worker.js'
/** Beside every page: this worker answers for none of them. */
const SCOPE = '/push/'

/** Why this browser cannot take notices at all; undefined when it can. */
export function pushObstacle(): string | undefined {
  if (!globalThis.isSecureContext)
    return 'Уведомлениям в браузере нужен адрес https. Попросите администратора настроить его.'
  if ('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)
    return undefined
  return /iPhone|iPad|Macintosh.*Mobile/.test(navigator.userAgent)
    ? 'На iPhone и iPad сначала добавьте «Приёмку» на экран «Домой» (нужна iOS 16.4 или новее) и включите уведомления в ней.'
    : 'Этот браузер не принимает уведомлений от сайтов. Откройте «Приёмку» в Chrome, Яндекс Браузере, Firefox, Edge или Safari.'
}

/** Asks the user first: a browser opens its question only while the press of the button is fresh. */
export async function askPermission(): Promise<void> {
  const answer = await Notification.requestPermission()
  if (answer !== 'granted')
    throw new PushProblem(
      'Уведомления для этого сайта запрещены. Разрешите их в настройках браузера и попробуйте снова.',
    )
}

/** Takes notices from the holder of this key; what was taken from another holder ends. */
export async function subscribe(publicKey: string): Promise<PushAddress> {
  const { pushManager } = await activeRegistration()
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch((error: unknown) => {
      throw new PushProblem(
        error instanceof DOMException && error.name === 'NotAllowedError'
          ? 'Браузер не дал разрешения на уведомления. В режиме инкогнито они не работают: откройте обычное окно.'
          : 'Браузер не подключился к своей службе уведомлений. Проверьте интернет и попробуйте снова.',
      )
    })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' }
}

/** SHA-256 of the address of this browser, base64url, as the server lists it; undefined while it takes no notices. */
export async function ownFingerprint(): Promise<string | undefined> {
  if (pushObstacle()) return undefined
  const registration = await navigator.serviceWorker.getRegistration(SCOPE)
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription || Notification.permission !== 'granted') return undefined
  const hash = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(subscription.endpoint),
  )
  const text = btoa(String.fromCodePoint(...new Uint8Array(hash)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The browser itself forgets; a failure leaves nothing behind, since the server sends no more. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE)
  await registration?.unregister()
}

const NO_WORKER =
  'Браузер не запустил часть «Приёмки», которая принимает уведомления. Обновите страницу и попробуйте снова; если не поможет, разрешите сайту хранить данные.'

/** With the worker at work; one that cannot be loaded or started is a reason in words, not an endless wait. */
async function activeRegistration(): Promise<ServiceWorkerRegistration> {
  const options = { scope: SCOPE, updateViaCache: 'none' } as const
  const registration = await navigator.serviceWorker.register(WORKER, options).catch(() => {
    throw new PushProblem(NO_WORKER)
  })
  const worker = registration.installing ?? registration.waiting
  if (registration.active || !worker) return registration
  return new Promise((resolve, reject) => {
    const look = () => {
      if (worker.state === 'activated') resolve(registration)
      // Its installation failed, or another tab has put a newer one in its place.
      if (worker.state !== 'redundant') return
      if (registration.active) resolve(registration)
      else reject(new PushProblem(NO_WORKER))
    }
    worker.addEventListener('statechange', look)
    look()
  })
}
