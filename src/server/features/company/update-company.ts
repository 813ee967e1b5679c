import type { CallInput } from '#contract/core/call.ts'
import type { CompanyCard } from '#contract/company/company-entities.ts'
import { companyChange } from '#contract/company/company-change.ts'
import { companyFields } from '#contract/company/company-record.ts'
import { changedFields, storedFields } from '#contract/record/record-field.ts'
import { refuse } from '#http/refusal.ts'
import { mustMayNow } from '../../auth/rights/rights.ts'
import { forgetRights } from '../../auth/forget-rights-queries.ts'
import { onConstraint } from '../../db/query/constraints.ts'
import { forCompany, inTransaction, type Db, type Tx } from '../../db/handle.ts'
import { addAuditEvent } from '../../db/audit.ts'
import { assertAge, mergeSettings } from './configuration/change-settings.ts'
import { readCompany } from './company-card.ts'
import { findCompany } from './company-queries.ts'
import { assertRequisites } from './company-values.ts'
import { replaceDevices, replacePosts, replaceSites } from './site/replace-yard.ts'
import { changeCompany, lockCompany } from './save-queries.ts'
import { replaceRoutes } from './site/yard-queries.ts'

type Body = CallInput<typeof companyChange.update>['body']

/** company/superUpdateCompany: what is sent changes, a child list that is sent replaces the list (decision 12). */
export async function updateCompany(
  db: Db,
  { body }: CallInput<typeof companyChange.update>,
): Promise<CompanyCard> {
  const { id, version, settings, sites, posts, devices, routeTable, ...fields } = body
  const bound = forCompany(db, id)
  await inTransaction(bound, async (tx) => {
    await mustMayNow(tx, 'company.manage')
    await lockCompany(tx)
    const before = await findCompany(tx)
    if (!before) return refuse('common.not-found')
    if (before.version !== version) refuse('common.stale')
    assertRequisites({ ...before, ...fields })
    const next = settings && (await mergeSettings(tx, before.settings, settings))
    await changeCompany(tx, {
      ...fields,
      ...(next && { settings: JSON.stringify(next) }),
    }).catch((error) => onConstraint(error, { company_inn_unique: 'company.duplicate-inn' }))
    if (sites) await replaceSites(tx, sites)
    if (posts) await replacePosts(tx, posts)
    if (devices) await replaceDevices(tx, devices)
    if (next && settings.modules_cfg?.weight?.max_age_ms) await assertAge(tx, next)
    if (routeTable) await setRoutes(tx, routeTable)
    await forgetRights(tx, { companyId: tx.companyId })
    addAuditEvent(tx, {
      action: 'company.update',
      entity: 'company',
      id,
      before: {
        ...storedFields(companyFields, before),
        ...(next && { settings: before.settings }),
      },
      after: {
        ...changedFields(companyFields, fields, before),
        ...(next && { settings: next }),
        ...(routeTable && { routeTable }),
      },
    })
    return undefined
  })
  return readCompany(bound)
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
