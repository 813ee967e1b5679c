import { expect, type BrowserContext, type Page } from '@playwright/test'

/** An address that no program answers with `ROUTED`. */
const PROBE = '/are-routes-settled'
const ROUTED = 299

/**
 * Has `route` of a context and of its pages settle when it is in force. Chromium confirms the first one before the open page
 * knows of it: on a busy machine a request that a key sends at once goes past the route.
 */
export function settleRoutes(context: BrowserContext): void {
  const pages = new Map<Page, Page['route']>()
  const settle = async (page: Page, route: Page['route']) => {
    // A page without an address asks nobody; the one that it opens knows of the routes from its beginning.
    if (!page.url().startsWith('http')) return
    const probe = await route(`**${PROBE}`, (one) => one.fulfill({ status: ROUTED }))
    const ask = () => page.evaluate(askProbe, [PROBE, ROUTED] as const)
    await expect.poll(ask, { message: 'routes are in force', intervals: [1, 5, 20] }).toBe(ROUTED)
    await probe.dispose()
  }
  context.on('page', (page) => {
    // The same holds for catching what opens the choice of files: it is caught from the beginning.
    page.on('filechooser', () => undefined)
    const route = page.route.bind(page)
    pages.set(page, route)
    page.once('close', () => pages.delete(page))
    page.route = async (...args) => {
      const made = await route(...args)
      await settle(page, route)
      return made
    }
  })
  const routeAll = context.route.bind(context)
  context.route = async (...args) => {
    const made = await routeAll(...args)
    for (const [page, route] of pages) await settle(page, route)
    return made
  }
}

/** Runs in the page; what goes past the route may find no server. A bare answer of a call may ask nothing, by its policy. */
const askProbe = ([address, routed]: readonly [string, number]) =>
  document.contentType === 'text/html'
    ? fetch(address).then(
        ({ status }) => status,
        () => 0,
      )
    : routed
