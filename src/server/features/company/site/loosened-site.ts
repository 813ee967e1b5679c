import { inUnit } from '#contract/company/setting-unit.ts'
import { moduleWords, type SettingWords } from '#contract/company/setting-words.ts'
import { formatKg } from '#contract/core/input-text.ts'
import type { YardRules } from '#contract/core/module-settings.ts'
import { quote } from '#contract/words/quote.ts'
import { requireApproval } from '../../../auth/rights/approvals.ts'
import { callerNow } from '../../../auth/rights/rights.ts'
import { isSupervisor } from '../../../auth/session.ts'
import type { Tx } from '../../../db/handle.ts'
import { fieldTitle } from '../../audit/field-titles.ts'
import { hasWeighed } from './yard-queries.ts'

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

/** What of a device decides about loads, zero and marks: looser when it grows; a day of verification, when it moves away. */
const LOOSER_SCALE = ['presence_g', 'zero_band_g', 'max_g', 'd_g', 'e_g'] as const

type GuardedDevice = { readonly [K in (typeof LOOSER_SCALE)[number]]?: number | null } & {
  readonly kind: string
  readonly title: string
  readonly status: string
  readonly post_id: string | null
  readonly verification_until?: string | null
}

/** Rules of weighing that refuse or mark less than before take another person (domain.md 13.1). */
export async function confirmRules(tx: Tx, before: YardRules, after: YardRules): Promise<void> {
  await confirmLooser(tx, 'company', tx.companyId, loosenedRules(before, after))
}

/** So does a device that shows or measures less. */
export async function confirmDevice(
  tx: Tx,
  id: string,
  before: GuardedDevice,
  after: GuardedDevice,
): Promise<void> {
  await confirmLooser(tx, 'device', id, loosenedDevice(before, after))
}

/**
 * Who manages weighing does not loosen alone what guards it. A super administrator has no part in weighing, and before the first weight a
 * site is only being set up.
 */
async function confirmLooser(
  tx: Tx,
  entity: 'company' | 'device',
  id: string,
  warnings: string[],
): Promise<void> {
  const session = await callerNow(tx)
  if (warnings.length === 0 || !session || isSupervisor(session) || !(await hasWeighed(tx))) return
  await requireApproval(tx, 'control.loosen', { entity, ids: [id], about: { warnings } })
}

function loosenedRules(before: YardRules, after: YardRules): string[] {
  const names = Object.keys(LOOSER) as (keyof WeightRules)[]
  const words = names.flatMap((name) => {
    const [was, now] = [before.weight[name], after.weight[name]]
    const isLooser = LOOSER[name] === 'up' ? now > was : now < was
    return isLooser ? [describe(moduleWords.weight[name], was, now)] : []
  })
  const gone = before.camera.on_capture.filter((code) => !after.camera.on_capture.includes(code))
  if (gone.length > 0)
    words.push(`${moduleWords.camera.on_capture.label}: больше не камера ${gone.join(', ')}`)
  return words
}

const describe = ({ label, unit }: SettingWords, was: number, now: number) =>
  `${label}: было ${inUnit(was, unit)}, будет ${inUnit(now, unit)}`

function loosenedDevice(before: GuardedDevice, after: GuardedDevice): string[] {
  const words: string[] = []
  if (before.kind === 'scale') {
    for (const name of LOOSER_SCALE) {
      const [was, now] = [before[name] ?? 0, after[name] ?? 0]
      if (now > was)
        words.push(`${fieldTitle(name)}: было ${inKilograms(was)}, будет ${inKilograms(now)}`)
    }
    const [was, now] = [before.verification_until, after.verification_until]
    if (was && (!now || now > was))
      words.push(`Поверка до: было ${dayWords(was)}, будет ${now ? dayWords(now) : 'не указано'}`)
  } else if (SEEN_BY.has(before.kind) && before.status !== 'disabled') {
    if (after.status === 'disabled') words.push('выключена')
    else if (before.post_id !== null && after.post_id !== before.post_id)
      words.push('снята со своего поста')
  }
  return words.map((one) => `${quote(before.title)}: ${one}`)
}

const SEEN_BY: ReadonlySet<string> = new Set(['camera', 'plate_camera'])

const inKilograms = (grams: number) => `${formatKg(grams)}\u00a0кг`
const dayWords = (day: string) => day.split('-').toReversed().join('.')
