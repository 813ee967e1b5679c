import type { CallInput } from '#contract/call.ts'
import type { CompanyCard } from '#contract/company-entities.ts'
import type { company } from '#contract/company.ts'
import { refuse } from '#http/refusal.ts'
import { mustMayNow } from '../../auth/rights.ts'
import { forgetRights } from '../../auth/session-queries.ts'
import { onConstraint } from '../../db/constraints.ts'
import { forCompany, inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { trace } from '../../db/trail.ts'
import { readCompany } from './company-card.ts'
import { findCompany } from './company-queries.ts'
import { judgeModules, judgeRequisites } from './company-values.ts'
import { refuseAt } from './judge-device.ts'
import { silencedScale } from './judge-pace.ts'
import { judgeFormats } from './document-number.ts'
import { replaceDevices, replacePosts, replaceSites } from './replace-yard.ts'
import { lockYard } from './save-device.ts'
import { changeCompany, lockCompany } from './save-queries.ts'
import { settingsOf } from './settings.ts'
import { replaceRoutes } from './yard-queries.ts'

type Body = CallInput<typeof company.update>['body']

/** company/superUpdateCompany: what is sent changes, a child list that is sent replaces the list (decision 13). */
export async function updateCompany(
  db: Db,
  { body }: CallInput<typeof company.update>,
): Promise<CompanyCard> {
  const { id, version, settings, sites, posts, devices, routeTable, ...fields } = body
  const bound = forCompany(db, id)
  await inTransaction(bound, async (tx) => {
    await mustMayNow(tx, 'company.manage')
    await lockCompany(tx)
    const before = await findCompany(tx)
    if (!before) return refuse('common.not-found')
    if (before.version !== version) refuse('common.stale')
    judgeRequisites({ ...before, ...fields })
    const next = settings && merged(before.settings, settings)
    if (next) {
      judgeModules(settingsOf(next).modules)
      await judgeFormats(tx, settingsOf(before.settings).rules, settingsOf(next).rules)
    }
    await changeCompany(tx, {
      ...fields,
      ...(next && { settings: JSON.stringify(next) }),
    }).catch((error) => onConstraint(error, { company_inn_unique: 'company.duplicate-inn' }))
    if (sites) await replaceSites(tx, sites)
    if (posts) await replacePosts(tx, posts)
    if (devices) await replaceDevices(tx, devices)
    if (settings?.modules_cfg?.weight?.max_age_ms) await judgeAge(tx)
    if (routeTable) await setRoutes(tx, routeTable)
    await forgetRights(tx, { companyId: tx.companyId })
    const { settings: stored, ...was } = before
    trace(tx, {
      action: 'company.update',
      entity: 'company',
      id,
      before: { ...was, ...(next && { settings: stored }) },
      after: { ...fields, ...(next && { settings: next }), ...(routeTable && { routeTable }) },
    })
    return undefined
  })
  return readCompany(bound)
}

/** The age that weighing allows and how often its scales give a weight are right only together. */
async function judgeAge(tx: Tx): Promise<void> {
  const { devices, max_age_ms } = await lockYard(tx)
  const problem = silencedScale(devices, max_age_ms)
  if (problem) refuseAt('settings', { 'modules_cfg.weight.max_age_ms': problem })
}

/** Parts of settings laid over what the company has of its own. */
function merged(stored: unknown, given: NonNullable<Body['settings']>): object {
  const own = (stored ?? {}) as Record<string, Record<string, object>>
  const cfg = Object.entries(given.modules_cfg ?? {}).map(([tag, part]) => [
    tag,
    { ...own['modules_cfg']?.[tag], ...part },
  ])
  return {
    ...own,
    ...(given.modules && { modules: given.modules }),
    modules_cfg: { ...own['modules_cfg'], ...Object.fromEntries(cfg) },
    rules: { ...own['rules'], ...given.rules },
    ...(given.legacy && { legacy: given.legacy }),
    ...(given.templates && { templates: { ...own['templates'], ...given.templates } }),
  }
}

/** Calls go only to origins that the server's own configuration names (devices.md 1.4). */
async function setRoutes(tx: Tx, routes: NonNullable<Body['routeTable']>): Promise<void> {
  const { deviceOrigins } = tx.services.config
  const tags = routes.map(({ tag }) => tag)
  if (new Set(tags).size < tags.length)
    refuse('common.validation', { fields: { routeTable: 'Раздел назван дважды' } })
  for (const [i, { url }] of routes.entries())
    if (!URL.canParse(url) || !deviceOrigins.includes(new URL(url).origin))
      refuse('route.not-allowed', {
        fields: { [`routeTable.${i}.url`]: 'Такого адреса нет в списке разрешённых' },
      })
  await replaceRoutes(tx, routes)
}
