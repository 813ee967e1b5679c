interface Waitable extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface Pushed extends Waitable {
  readonly data: { json(): unknown } | null
}

interface Touched extends Waitable {
  readonly notification: Notification
}

interface OpenWindow {
  readonly url: string
  focus(): Promise<unknown>
}

interface WorkerEvents {
  push: Pushed
  notificationclick: Touched
}

interface Worker {
  readonly registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>
  }
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenWindow[]>
    openWindow(address: string): Promise<unknown>
  }
  addEventListener<K extends keyof WorkerEvents>(
    name: K,
    hear: (event: WorkerEvents[K]) => void,
  ): void
}

/** As the server writes it; the export alone keeps the names of this file apart from those of the other worker. */
export interface PushMessage {
  readonly title: string
  readonly text: string
  readonly href: string
  readonly tag: string
}

// It shows notices and stores nothing: pages and files belong to the worker of the stations, whose scope is another.
const worker: Worker = globalThis as Worker & typeof globalThis

const UNREADABLE: PushMessage = { title: 'Приёмка', text: 'Новое уведомление', href: '/', tag: '' }

worker.addEventListener('push', (event) => {
  const { title, text, href, tag } = messageOf(event)
  // A browser takes the permission away from a site that shows nothing.
  event.waitUntil(
    worker.registration.showNotification(title, { body: text, tag, lang: 'ru', data: href }),
  )
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPath(String(event.notification.data)))
})

function messageOf({ data }: Pushed): PushMessage {
  try {
    return { ...UNREADABLE, ...(data?.json() as Partial<PushMessage>) }
  } catch {
    return UNREADABLE
  }
}

/** The tab that shows the record already, or a new one; never an address of others. */
async function openPath(path: string): Promise<unknown> {
  const url = new URL(path, location.origin)
  const address = url.origin === location.origin ? url.href : location.origin
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const tab = tabs.find((one) => one.url === address)
  return tab ? tab.focus() : worker.clients.openWindow(address)
}
