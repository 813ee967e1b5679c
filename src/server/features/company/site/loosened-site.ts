import { inUnit } from '#contract/company/setting-unit.ts'
import { moduleWords, type SettingWords } from '#contract/company/setting-words.ts'
import type { YardRules } from '#contract/core/module-settings.ts'
import { requireApproval } from '../../../auth/rights/approvals.ts'
import { callerNow } from '../../../auth/rights/rights.ts'
import { isSupervisor } from '../../../auth/session.ts'
import type { Tx } from '../../../db/handle.ts'
import type { YardRows } from './assert-device.ts'
import { looserSites } from './looser-sites.ts'
import { weighedSites } from './yard-queries.ts'

type WeightRules = Omit<YardRules['weight'], 'posts' | 'poll_ms'>

/** Which way a rule of weighing refuses or marks less: when it grows, or when it falls. */
const LOOSER: Readonly<Record<keyof WeightRules, 'up' | 'down'>> = {
  max_age_ms: 'up',
  stab_frames: 'down',
  stab_ms: 'down',
  min_pass_s: 'down',
  zero_limit_bp: 'up',
  tare_free_kg: 'up',
  two_sites_min: 'down',
  truck_gap_s: 'down',
  stale_hours: 'up',
  stored_tare_days: 'up',
  min_photos: 'down',
}

/** Of the whole state of the sites before and after a change that was written and can still be taken back. */
interface SiteChange {
  readonly before: YardRows
  readonly after: YardRows
  /** Rules of weighing that refuse or mark less. */
  readonly rules: readonly string[]
}

// A dialog of a PIN is read; the PIN is bound to all of them.
const MOST_SHOWN = 20
const LONGEST = 900

/**
 * Who manages weighing does not loosen alone what guards it. A super administrator has no part in weighing, and before its first weight
 * a site is only being set up (domain.md 13.1).
 */
export async function confirmLooser(tx: Tx, { before, after, rules }: SiteChange): Promise<void> {
  const looser = looserSites(before, after)
  const session = await callerNow(tx)
  if (rules.length + looser.length === 0 || !session || isSupervisor(session)) return
  const weighed = new Set(await weighedSites(tx))
  const words = [
    ...(weighed.size > 0 ? rules : []),
    ...looser.filter(({ sites }) => sites.some((id) => weighed.has(id))).map((one) => one.words),
  ]
  if (words.length === 0) return
  const warnings = words
    .slice(0, MOST_SHOWN)
    .map((one) => (one.length > LONGEST ? `${one.slice(0, LONGEST)}…` : one))
  if (words.length > MOST_SHOWN) warnings.push(`И ещё: ${words.length - MOST_SHOWN}`)
  const object = { entity: 'company' as const, ids: [tx.companyId], about: { warnings } }
  await requireApproval(tx, 'control.loosen', { ...object, details: { words } })
}

/** Sentences of the rules of weighing that refuse or mark less than before. */
export function loosenedRules(before: YardRules, after: YardRules): string[] {
  const names = Object.keys(LOOSER) as (keyof WeightRules)[]
  return names.flatMap((name) => {
    const [was, now] = [before.weight[name], after.weight[name]]
    const isLooser = LOOSER[name] === 'up' ? now > was : now < was
    return isLooser ? [describe(moduleWords.weight[name], was, now)] : []
  })
}

const describe = ({ label, unit }: SettingWords, was: number, now: number) =>
  `${label}: было ${inUnit(was, unit)}, будет ${inUnit(now, unit)}`
