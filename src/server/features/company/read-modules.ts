import { moduleSpecs } from '#contract/company/module-specs.ts'
import { type modules } from '#contract/core/modules.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../db/handle.ts'
import { NO_COMPANY } from '../../db/uuid.ts'
import { sbpBanks } from './company-queries.ts'
import { routeTable } from './route-table.ts'
import { settingsNow } from './settings.ts'

/** Everything that a company can have switched on. */
export async function listAllModules(): Promise<Answer<typeof modules.superGetAll>> {
  return moduleSpecs.map((spec) => ({ ...spec, screens: [...spec.screens] }))
}

/** The modules of the own company with their settings; SUPERVISOR's own list is empty. */
export async function listOwnModules(db: Db): Promise<Answer<typeof modules.getOwn>> {
  if (db.companyId === NO_COMPANY) return { modules: [], modules_cfg: {}, routeTable: [] }
  const [settings, routes, banks] = await Promise.all([
    settingsNow(db),
    routeTable(db),
    sbpBanks(db),
  ])
  const cfg = settings.modules_cfg
  return {
    modules: settings.modules,
    modules_cfg: { ...cfg, payment: { ...cfg.payment!, sbp_banks: banks } },
    routeTable: routes,
  }
}
