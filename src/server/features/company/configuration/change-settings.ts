import type { CallInput } from '#contract/core/call.ts'
import type { companyChange } from '#contract/company/company-change.ts'
import type { Tx } from '../../../db/handle.ts'
import { assertModules } from '../company-values.ts'
import { assertFormats } from '../numbering/document-number.ts'
import { settingsOf } from '../settings.ts'
import { refuseAt } from '../site/assert-device.ts'
import { silencedScale } from '../site/assert-pace.ts'
import { lockYard } from '../site/save-device.ts'

type Given = NonNullable<CallInput<typeof companyChange.update>['body']['settings']>

/** Parts of settings merged over the stored ones, validated as they would apply together. */
export async function mergeSettings(tx: Tx, stored: unknown, change: Given): Promise<object> {
  const own = (stored ?? {}) as Record<string, Record<string, object>>
  const cfg = Object.entries(change.modules_cfg ?? {}).map(([tag, part]) => [
    tag,
    { ...own['modules_cfg']?.[tag], ...part },
  ])
  const next = {
    ...own,
    ...(change.modules && { modules: change.modules }),
    modules_cfg: { ...own['modules_cfg'], ...Object.fromEntries(cfg) },
    rules: { ...own['rules'], ...change.rules },
    ...(change.legacy && { legacy: change.legacy }),
    ...(change.templates && { templates: { ...own['templates'], ...change.templates } }),
  }
  assertModules(settingsOf(next).modules)
  await assertFormats(tx, settingsOf(stored).rules, settingsOf(next).rules)
  return next
}

/** The age that weighing allows and how often its scales give a weight are right only together. */
export async function assertAge(tx: Tx, next: object): Promise<void> {
  const { devices } = await lockYard(tx)
  const problem = silencedScale(devices, settingsOf(next).modules_cfg.weight!.max_age_ms)
  if (problem) refuseAt('settings', { 'modules_cfg.weight.max_age_ms': problem })
}
