import { expect, test as base, type BrowserContext } from '@playwright/test'
import { browserConfig } from './browser-config.ts'

interface Held {
  /** What the context did against the policy so far; a test that provokes something may empty it. */
  problems: string[]
}

/**
 * Playwright's `test` for every browser test of ours. Each page of it, its frames included, is held to web.md 15: no
 * report of the content policy or of Trusted Types, no uncaught error, no style element, no address outside the
 * product, and nothing but `jwt` in local storage.
 */
export const test = base.extend<Held>({
  // Playwright reads what a fixture needs from its first parameter.
  // oxlint-disable-next-line no-empty-pattern
  problems: async ({}, use) => use([]),
  context: async ({ context, problems }, use) => {
    await hold(context, problems)
    await use(context)
    for (const page of context.pages())
      if (page.url().startsWith(browserConfig.address))
        for (const key of await page.evaluate(() => Object.keys(localStorage)))
          if (key !== 'jwt') problems.push(`local storage: ${key}`)
    expect(problems).toEqual([])
  },
})

/** Writes down what a context does against the policy; a product of the test's own stands at `address`. */
export async function hold(
  context: BrowserContext,
  problems: string[],
  address: string = browserConfig.address,
): Promise<void> {
  await context.exposeBinding('tellProblem', (_, text: string) => void problems.push(text))
  await context.addInitScript(watchDocument)
  context.on('weberror', (error) => problems.push(`error: ${error.error().message}`))
  context.on('console', (message) => {
    // A refused call is written there by the browser itself; the tests expect their refusals on the screen.
    const own = message.type() === 'error' && !message.text().startsWith('Failed to load resource')
    if (own || /Content Security Policy|Trusted ?Type/i.test(message.text()))
      problems.push(`console: ${message.text()}`)
  })
  context.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http') && host !== new URL(address).host)
      problems.push(`foreign: ${request.url()}`)
  })
}

/** Runs in the page before its own scripts. */
function watchDocument() {
  const { tellProblem: tell } = globalThis as unknown as { tellProblem(text: string): void }
  document.addEventListener('securitypolicyviolation', (event) =>
    tell(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile ?? ''}`),
  )
  const seen = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof Element && (node.matches('style') || node.querySelector('style')))
          tell(`style element: ${node.outerHTML.slice(0, 120)}`)
  })
  seen.observe(document, { childList: true, subtree: true })
}
