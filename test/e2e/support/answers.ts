import type { BrowserContext, Page, Route } from '@playwright/test'

/** What a server answers that is asked for too much, and what one answers a person who asks too often. */
export const REFUSALS = {
  503: { code: 'common.overloaded', message: 'Сервер перегружен, повторите через секунду' },
  429: { code: 'common.too-many', message: 'Слишком много запросов. Подождите немного' },
}

/** The first request to an address is answered by a busy server. */
export const refuseOnce = (page: Page, address: string) =>
  page.route(address, (route) => route.fulfill({ status: 503, json: REFUSALS[503] }), { times: 1 })

/** Answers and programs whose address matches wait until the returned function lets them go. */
export async function holdBack(page: Page, address: string | RegExp): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

interface LosingLine {
  /** Settles when the browser has lost the first answer. */
  readonly lost: Promise<void>
  /** Lets answers through again, once none is half lost: its request would be sent a second time. */
  mend(): Promise<void>
}

/** From here on the server does what it is asked at an address, and its answers are lost on the way. */
export async function loseAnswers(at: Page | BrowserContext, address: string): Promise<LosingLine> {
  const first = Promise.withResolvers<void>()
  const underWay = new Set<Promise<void>>()
  let whole = false
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort('connectionreset')
    first.resolve()
  }
  const handle = (route: Route) => {
    if (whole) return route.fallback()
    const one = lose(route).finally(() => underWay.delete(one))
    underWay.add(one)
    return one
  }
  await at.route(address, handle)
  return {
    lost: first.promise,
    async mend() {
      whole = true
      await Promise.all(underWay)
      await at.unroute(address, handle)
    },
  }
}
