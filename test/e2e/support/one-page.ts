import type { Browser, BrowserContext, Page } from '@playwright/test'
import { browserConfig } from './browser-config.ts'
import { hold } from './held-page.ts'

/** A short answer of the product's own address without its program: what the previous journey has left is cleared there. */
const QUIET = '/api/v1/nothing'
/** Everything that a journey may leave in a browser except the cached files, from which the next one gains. */
const LEFT = 'cookies,local_storage,indexeddb,service_workers,cache_storage'
const HEARD = [
  'console',
  'dialog',
  'download',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const
const VIEWPORT = { width: 1366, height: 768 }

/**
 * One context and one page that the journeys of a slot share: a new page reads and compiles the whole product again, which is
 * half of the browser's work in a short journey. What a journey has added is removed when it ends.
 */
export interface OnePage {
  readonly context: BrowserContext
  readonly page: Page
  /** Whether the journey has added to the page what only goes with its document. */
  isChanged(): boolean
  /** Removes what the journey has added to page and context. */
  restore(): Promise<void>
  /** Leaves the open document, and removes what the browser has stored of it. */
  leave(): Promise<void>
}

export async function openOnePage(
  browser: Browser,
  tell: (problem: string) => unknown,
  address: string = browserConfig.address,
): Promise<OnePage> {
  const context = await browser.newContext({ baseURL: address })
  const added: { dispose(): Promise<void> }[] = []
  await hold(context, tell)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  for (const target of [context, page])
    for (const name of ['addInitScript', 'exposeBinding', 'exposeFunction'] as const) {
      const add = target[name].bind(target) as (...args: unknown[]) => Promise<(typeof added)[0]>
      Object.assign(target, {
        [name]: async (...args: unknown[]) => {
          const one = await add(...args)
          added.push(one)
          return one
        },
      })
    }
  const goto = page.goto.bind(page)
  const restore = async () => {
    // While what listens to the pointer can still answer.
    await page.mouse.move(0, 0)
    for (const one of context.pages()) if (one !== page) await one.close()
    for (const one of [context, page]) await one.unrouteAll({ behavior: 'ignoreErrors' })
    for (const kind of HEARD) await page.removeAllListeners(kind)
    for (const one of added.splice(0)) await one.dispose()
    await context.clearPermissions()
    await page.setViewportSize(VIEWPORT)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference', media: null })
  }
  const leave = async () => {
    await goto(QUIET)
    await page.evaluate(() => sessionStorage.clear())
    const { origin } = new URL(address)
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: LEFT })
  }
  return { context, page, isChanged: () => added.length > 0, restore, leave }
}
