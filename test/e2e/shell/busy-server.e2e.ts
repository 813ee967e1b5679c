import { expect, type Page, type Request, type Response, type Route } from '@playwright/test'
import { screens } from '../../../src/web/screens.ts'
import { paths, screenAt, type PathName } from '../../../src/contract/screen-paths.ts'
import { addressesOf, enterAs, findRecords, tokenOf } from '../support/addresses.ts'
import { REFUSALS } from '../support/answers.ts'
import { test } from '../support/held-page.ts'
import { IS_LONG } from '../../support/sweep-size.ts'

test.use({ onePage: true, loadsDocuments: true })

const BUSY = 'Сервер занят, пробуем ещё раз…'
const LOGINS = { operator: 'manager', super: 'super' } as const
type Role = keyof typeof LOGINS

type Status = keyof typeof REFUSALS
const STATUSES = [503, 429] as const
/** Both in long sweeps, else one by turns: what waits is the same for both. */
const statusesOf = (place: number) => (IS_LONG ? STATUSES : [STATUSES[place % 2]!])

/** Streams go on for ever and begin again by themselves; the server is told who reads a record, and not asked. */
const NO_READ = /\/(stream|noteReader)$/
/** What every screen asks for: it fails on one list and on one overview. */
const FRAME = /\/(validateJWT|getModuleList|getCompany|getStart|getNotices)|"limit":1,"with":/
/** The start has brought it: a screen that asks once more has its content already, and asks again later. */
const IN_START = /\/company\/getCompany/

for (const [index, name] of (Object.keys(screens) as PathName[]).entries())
  test(`each read of ${paths[name]} fails once, alone and with the others, and it comes to its content @web`, async ({
    page,
  }) => {
    const role = screens[name].guard === 'super' ? 'super' : 'operator'
    const path = (await addressesFor(page, role)).find((one) => screenAt(one) === name)
    // A signed-in person is led from the root to his own area.
    if (!path) return expect(name).toBe('home')
    await prepare(page, role)
    const isWhole = name === 'acts' || name === 'super'
    const whole = await load(page, path)
    for (const status of statusesOf(index)) await comesBack(page, path, whole, status, () => true)
    const own = [...whole.reads.keys()].filter((read) => isWhole || !FRAME.test(read))
    for (const [at, read] of own.entries())
      for (const status of statusesOf(at))
        await comesBack(page, path, whole, status, (one) => one === read, !IS_LONG)
  })

test('what is typed stays while a read waits, and a press asks at once @screen', async ({
  page,
}) => {
  await prepare(page, 'operator')
  await page.goto('/operator/acts')
  const search = page.getByRole('searchbox')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  let asked = 0
  const headers = { 'retry-after': '60' }
  await page.route('**/act/getAllActs', (route) => {
    if (!route.request().postData()?.includes('Мед')) return route.fallback()
    asked += 1
    return route.fulfill({ status: 503, headers, json: REFUSALS[503] })
  })
  await search.fill('Мед')
  await expect(page.getByText(BUSY)).toBeVisible()
  await page.unrouteAll()
  const before = asked
  await page.getByRole('button', { name: 'Попробовать сейчас' }).click()
  await expect(page.getByText(BUSY)).toHaveCount(0)
  await expect(search).toHaveValue('Мед')
  expect(before).toBeLessThanOrEqual(2)
})

test('a defect is shown with its number, and no drawing of a part asks again and again @screen', async ({
  page,
}) => {
  await prepare(page, 'operator')
  const json = { code: 'common.internal', message: 'Внутренняя ошибка', request_id: 'no-17' }
  let asked = 0
  await page.route('**/company/getStart', (route) => {
    asked += 1
    return route.fulfill({ status: 500, json })
  })
  await load(page, '/operator/price')
  expect(asked).toBeLessThanOrEqual(3)
  await page.route('**/act/getAct?*', (route) => route.fulfill({ status: 500, json }))
  await page.goto('/operator/act/019e27f0-b67b-76cb-a36a-06b8f2921c09')
  const failure = page.getByRole('main')
  await expect(failure).toContainText('Что-то сломалось на этом экране')
  await expect(failure).toContainText('no-17')
  await expect(failure.getByRole('button', { name: 'Повторить' })).toBeVisible()
})

/** Every address of `screens.ts` that this role sees. */
async function addressesFor(page: Page, role: Role): Promise<string[]> {
  const token = await tokenOf(page.request, 'operator')
  const addresses = addressesOf(await findRecords(page.request, token)).map(({ path }) => path)
  const all = new Set([...addresses, ...Object.values(paths).filter((path) => !path.includes(':'))])
  const names = new Set([...all].map((path) => screenAt(path)))
  expect(names).toEqual(new Set(Object.keys(screens) as PathName[]))
  return [...all].filter((path) => {
    const { guard } = screens[screenAt(path)!]
    if (path === paths.home) return false
    return guard === role || (role === 'operator' && guard !== 'super')
  })
}

/**
 * Signs in, and from here on the page keeps in mind whether it ever said that it waits. A document of a hurry asks again as soon as
 * it says so, as where a line comes back.
 */
async function prepare(page: Page, role: Role): Promise<void> {
  await page.addInitScript((words) => {
    const seen = new MutationObserver(() => {
      if (!document.body?.textContent.includes(words)) return
      Object.assign(globalThis, { hasSaid: true })
      if (sessionStorage.getItem('hurries')) dispatchEvent(new Event('online'))
    })
    seen.observe(document, { childList: true, subtree: true, characterData: true })
  }, BUSY)
  await enterAs(page, LOGINS[role])
}

interface Whole {
  /** How often each read was asked for until it was answered: afterwards what changes elsewhere is read again, too. */
  reads: ReadonlyMap<string, number>
  /** What stands on the screen, without its figures. */
  shown: string
}

/** React lets a placeholder stand for 300 ms although its part has come: what is the same after that is still. */
const STILL_MS = 400

/** Loads an address until it asks for nothing more and shows no sign of waiting; `refuse` answers instead of the server. */
async function load(page: Page, path: string, refuse?: (route: Route) => unknown): Promise<Whole> {
  const reads = new Map<string, number>()
  const answered = new Set<string>()
  const open = new Set<Request>()
  const note = (response: Response) => {
    const read = readOf(response.request())
    if (read && response.ok()) answered.add(read)
  }
  const begin = (request: Request) => {
    const read = readOf(request)
    if (read && !answered.has(read)) reads.set(read, (reads.get(read) ?? 0) + 1)
    // Parts of the program are awaited as well.
    if (read || !request.url().includes('/api/')) open.add(request)
  }
  const end = (request: Request) => void open.delete(request)
  // The document that is still open reads again what changes elsewhere: none of that belongs to the next one.
  let isNext = false
  page.once('framenavigated', () => {
    isNext = true
    page.on('request', begin).on('response', note)
    page.on('requestfinished', end).on('requestfailed', end)
  })
  const answer = (route: Route) => (isNext && refuse ? refuse(route) : route.fallback())
  if (refuse) await page.route('**/api/v1/**', answer)
  await page.goto(path)
  let former = ''
  let stillSince = 0
  const stateOf = async () => {
    if (open.size > 0) return [...open].map((one) => one.url()).join(', ')
    const { shown, waitsFor, at } = await shownOn(page)
    if (shown !== former || waitsFor) stillSince = at
    former = shown
    return waitsFor || (at - stillSince >= STILL_MS ? '' : 'moves')
  }
  const often = { message: `${path} comes to its content`, intervals: [100], timeout: 30_000 }
  await expect.poll(stateOf, often).toBe('')
  page.off('request', begin).off('response', note)
  page.off('requestfinished', end).off('requestfailed', end)
  if (refuse) await page.unroute('**/api/v1/**', answer)
  return { reads, shown: former }
}

/** A read by its call and input; times of the question itself are no part of it. */
function readOf(request: Request): string | undefined {
  const { pathname, search } = new URL(request.url())
  if (!pathname.startsWith('/api/v1/') || NO_READ.test(pathname)) return undefined
  const query = decodeURIComponent(search).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'now')
  return `${request.method()} ${pathname}${query} ${request.postData() ?? ''}`.trim()
}

/** The words of the screen without their figures, and what says that something still loads. */
const shownOn = (page: Page) =>
  page.evaluate((waits) => {
    const main = document.querySelector('main')
    const text = main?.innerText ?? ''
    // What a server tells of itself is of this moment, and so is what it calls attention to.
    const names = [
      ...(main?.querySelectorAll<HTMLElement>(':is(h1, h2, dt):not([role=status] *)') ?? []),
    ]
    const isOfMoment = location.pathname === '/super/state'
    const wordsOf = (words: string) => words.replaceAll(/[\d\s]+/g, ' ').trim()
    // Others' work comes into the lists of the platform meanwhile: of their rows it counts that there are any.
    const moving = location.pathname.startsWith('/super') ? main?.querySelectorAll('tbody') : []
    let shown = wordsOf(isOfMoment ? names.map((name) => name.innerText).join(' ') : text)
    for (const rows of moving ?? []) {
      const words = wordsOf(rows.innerText)
      if (words) shown = shown.replace(words, '(rows)')
    }
    const waitsFor = [
      !main?.querySelector('h1') && 'heading',
      /.{0,40}Загрузка…/s.exec(text)?.[0],
      document.querySelector('main [role=status] > .visually-hidden') && 'a part',
      document.querySelector('tbody[aria-hidden]') && 'rows',
      document.querySelector('main figure[aria-busy]') && 'a chart',
      text.includes('КАЧАЕТСЯ') && 'a scale',
      document.body.textContent.includes(waits) && waits,
    ]
    return { shown, waitsFor: waitsFor.find(Boolean) || '', at: performance.now() }
  }, BUSY)

/** The screen with its chosen reads failing once each. */
async function comesBack(
  page: Page,
  path: string,
  whole: Whole,
  status: Status,
  isChosen: (read: string) => boolean,
  hurries = false,
): Promise<void> {
  const failed = new Set<string>()
  const refuse = (route: Route) => {
    const read = readOf(route.request())
    if (!read || failed.has(read) || !isChosen(read)) return route.fallback()
    failed.add(read)
    return route.fulfill({ status, headers: { 'retry-after': '1' }, json: REFUSALS[status] })
  }
  await page.evaluate((is) => sessionStorage.setItem('hurries', is), hurries ? 'yes' : '')
  const { reads, shown } = await load(page, path, refuse)
  const what = [...failed].join(', ')
  if (failed.size === 0) return
  expect.soft(shown, `${path}, ${status} to ${what}: what it shows`).toBe(whole.shown)
  const hasSaid = await page.evaluate(() => 'hasSaid' in globalThis)
  expect.soft(hasSaid, `${path}, ${status} to ${what}: says that it waits`).toBe(true)
  for (const read of failed) {
    const most = (whole.reads.get(read) ?? 1) + 2
    expect.soft(reads.get(read), `${path}: asks again, and not for ever`).toBeLessThanOrEqual(most)
    if (IN_START.test(read)) continue
    expect.soft(reads.get(read), `${path}: asks again for ${read}`).toBeGreaterThan(1)
  }
}
