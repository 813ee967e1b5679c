import { formatKg } from '#contract/core/input-text.ts'
import { quote } from '#contract/words/quote.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import { fieldTitle } from '../../audit/field-titles.ts'
import { valueWords } from '../../audit/value-words.ts'
import type { YardRows } from './assert-device.ts'
import { changedSource, sourceWords } from './connection-words.ts'
import {
  isOfIndicator,
  watchersOf,
  type Watcher,
  type YardDevice,
  type YardPost,
} from './watchers.ts'

/** One way in which weighing is looser than before, and the sites that it is about. */
export interface LooserSite {
  readonly words: string
  readonly sites: readonly string[]
}

/**
 * What of the whole state of the sites refuses or marks less than before: from where each scale is read, its limits, the kind of its
 * post, and who watches it. What came, went or moved counts as much as what changed (domain.md 13.1).
 */
export function looserSites(before: YardRows, after: YardRows): LooserSite[] {
  const scales = after.devices.filter(({ kind }) => kind === 'scale')
  const looser = scales.flatMap((now) => {
    const was = before.devices.find(({ id }) => id === now.id)
    const own = was ? changedScale(before, after, was, now) : [newScale(after, now)]
    const words = own.map((one) => `${quote((was ?? now).title)}: ${one}`)
    const [old, next] = [was && postOf(before, was), postOf(after, now)]
    if (old && next && old.id === next.id) words.push(...changedPost(before, after, old, next))
    const sites = [now.site_id, ...(was ? [was.site_id] : [])]
    return words.map((one) => ({ words: one, sites }))
  })
  // Two scales of one post, of which one is switched off, are watched by the same cameras.
  return looser.filter(({ words }, i) => looser.findIndex((one) => one.words === words) === i)
}

/** What of a scale decides about loads, zero and marks, and which way it is looser. */
const LIMITS = {
  presence_g: 'up',
  zero_band_g: 'up',
  max_g: 'up',
  min_g: 'down',
  d_g: 'up',
  e_g: 'up',
} as const

function changedScale(before: YardRows, after: YardRows, was: YardDevice, now: YardDevice) {
  const words = changedSource(was, now)
  if (was.site_id !== now.site_id)
    words.push(fromTo('площадка', siteName(before, was), siteName(after, now)))
  // Taken off its post it weighs nothing; what it comes to is told then.
  if (now.post_id !== null && now.post_id !== was.post_id)
    words.push(
      `${fromTo('пост', postName(before, was), postName(after, now))}, ${seenBy(after, now)}`,
    )
  for (const [name, way] of Object.entries(LIMITS) as [keyof typeof LIMITS, 'up' | 'down'][]) {
    const [old, next] = [was[name] ?? 0, now[name] ?? 0]
    if (way === 'up' ? next > old : next < old)
      words.push(fromTo(fieldTitle(name), inKilograms(old), inKilograms(next)))
  }
  const [old, next] = [was.verification_until, now.verification_until]
  if (old && (!next || next > old))
    words.push(fromTo('Поверка до', russianDay(old), next ? russianDay(next) : 'не указано'))
  return words
}

/** A scale that was not here yet: all by which it weighs. */
const newScale = (yard: YardRows, scale: YardDevice): string =>
  [
    `новые весы, пост ${postName(yard, scale)}`,
    sourceWords(scale),
    `порог груза ${inKilograms(scale.presence_g ?? 0)}`,
    `зона нуля ${inKilograms(scale.zero_band_g ?? 0)}`,
    seenBy(yard, scale),
  ].join(', ')

/** Another kind of weighing, and whoever watched it and does so no more, or looks from elsewhere. */
function changedPost(before: YardRows, after: YardRows, was: YardPost, now: YardPost): string[] {
  const words: string[] = []
  if (was.kind !== now.kind) words.push(`Пост ${nameOf(was)}: вид ${kindOf(was)} → ${kindOf(now)}`)
  const watchers = watchersOf(after, now)
  for (const watcher of watchersOf(before, was)) {
    const { role, device } = watcher
    // Without a reader of plates its eye is no loss of its own.
    if (role === 'eye' && !watchers.some((one) => one.role === 'plate')) continue
    const same = watchers.find((one) => one.role === role && one.device.id === device.id)
    const own = same
      ? lookingElsewhere(device, same)
      : [goneWords(watcher, after, watchers, `посту ${nameOf(was)}`)]
    words.push(...own.map((one) => `${quote(device.title)}: ${one}`))
  }
  return words
}

function goneWords(
  { role, device }: Watcher,
  yard: YardRows,
  watchers: readonly Watcher[],
  post: string,
): string {
  if (!yard.devices.some(({ id }) => id === device.id)) return 'удалена'
  if (role === 'photo') return `больше не снимает взвешивания на ${post}`
  if (role === 'plate') return `больше не читает номера на ${post}`
  const eye = watchers.find((one) => one.role === 'eye')
  return `номера на ${post} читаются ${eye ? `через ${quote(eye.device.title)}` : 'не через неё'}`
}

function lookingElsewhere(was: YardDevice, { role, device: now }: Watcher): string[] {
  const words = changedSource(was, now)
  if (was.status !== 'disabled' && now.status === 'disabled') words.push('выключена')
  if (role === 'photo' && !isOfIndicator(was.title) && isOfIndicator(now.title))
    words.push(
      `по новому названию ${quote(now.title)} снимает индикатор, такие снимки не сличаются`,
    )
  return words
}

function seenBy(yard: YardRows, scale: YardDevice): string {
  const post = postOf(yard, scale)
  const on = post ? watchersOf(yard, post).filter(({ device }) => device.status !== 'disabled') : []
  const titlesOf = (role: Watcher['role']) =>
    on.flatMap((one) => (one.role === role ? [quote(one.device.title)] : [])).join(', ')
  return `снимают: ${titlesOf('photo') || 'никто'}, номера читают: ${titlesOf('plate') || 'никто'}`
}

const postOf = ({ posts }: YardRows, { post_id }: YardDevice) =>
  posts.find(({ id }) => id === post_id)
const nameOf = ({ number, title }: YardPost) => `${number} ${quote(title)}`
const kindOf = ({ kind }: YardPost) => valueWords('kind', kind, 'post').toLowerCase()

function postName(yard: YardRows, scale: YardDevice): string {
  const post = postOf(yard, scale)
  return post ? `${nameOf(post)}, ${kindOf(post)}` : 'не выбран'
}

const siteName = ({ sites }: YardRows, { site_id }: YardDevice) =>
  quote(sites.find(({ id }) => id === site_id)!.name)
const fromTo = (name: string, was: string, now: string) => `${name} ${was} → ${now}`
const inKilograms = (grams: number) => `${formatKg(grams)}\u00a0кг`
