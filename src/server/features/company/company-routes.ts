import { company } from '#contract/company/company.ts'
import { ownCompany } from '#contract/company/own-company.ts'
import { configurationCalls } from '#contract/company/company-configuration.ts'
import { routeCheck } from '#contract/company/route-check.ts'
import { companyChange } from '#contract/company/company-change.ts'
import { partyRegistry } from '#contract/company/party-registry.ts'
import { companySetUp } from '#contract/company/set-up.ts'
import { moduleSpecs } from '#contract/company/module-specs.ts'
import { modules } from '#contract/core/modules.ts'
import { START_NOTICES } from '#contract/user/user-preferences.ts'
import type { CallInput } from '#contract/core/call.ts'
import { serve, type Answer } from '#http/serve.ts'
import { refuse } from '#http/refusal.ts'
import { forCompany, type Db } from '../../db/handle.ts'
import { NO_COMPANY } from '../../db/uuid.ts'
import { listNotices } from '../user/notices/notice-queries.ts'
import { getPreferences } from '../user/own/preferences.ts'
import { importConfiguration } from './configuration/import-configuration.ts'
import { checkRoutes } from './routes/check-routes.ts'
import { findParty } from './registry/find-party.ts'
import { createCompany, setCompanyStatus } from './save-company.ts'
import { getSetUp, listUnfinished } from './set-up/get-set-up.ts'
import { updateCompany } from './update-company.ts'
import { readCompany } from './company-card.ts'
import { listCompanyRows } from './company-list-queries.ts'
import { sbpBanks } from './company-queries.ts'
import { routeTable } from './route-table.ts'
import { settingsNow } from './settings.ts'

/** Companies and their modules. */
export const companyRoutes = [
  serve(ownCompany.getOwn, getOwnCompany),
  serve(ownCompany.getStart, getStart),
  serve(company.getAll, listCompanies),
  serve(company.get, getCompany),
  serve(company.create, createCompany),
  serve(companyChange.update, updateCompany),
  serve(configurationCalls.importConfiguration, importConfiguration),
  serve(routeCheck.checkRoutes, checkRoutes),
  serve(company.setStatus, setCompanyStatus),
  serve(companySetUp.getSetUp, getSetUp),
  serve(companySetUp.getUnfinished, listUnfinished),
  serve(partyRegistry.findParty, findParty),
  serve(modules.superGetAll, listAllModules),
  serve(modules.getOwn, listOwnModules),
]

/** Everything that a company can have switched on. */
async function listAllModules(): Promise<Answer<typeof modules.superGetAll>> {
  return moduleSpecs.map((spec) => ({ ...spec, screens: [...spec.screens] }))
}

/** The modules of the own company with their settings; SUPERVISOR's own list is empty. */
async function listOwnModules(db: Db): Promise<Answer<typeof modules.getOwn>> {
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

/** The company of the signed-in person; SUPERVISOR has none. */
async function getOwnCompany(db: Db): Promise<Answer<typeof ownCompany.getOwn>> {
  if (db.companyId === NO_COMPANY) refuse('company.none')
  return readCompany(db)
}

/** What a screen needs before its own content, so that a telephone asks once; SUPERVISOR has no company. */
async function getStart(db: Db): Promise<Answer<typeof ownCompany.getStart>> {
  const [company, preferences, notices] = await Promise.all([
    db.companyId === NO_COMPANY ? null : readCompany(db),
    getPreferences(db),
    listNotices(db, { limit: START_NOTICES }),
  ])
  return { company, rights: [...db.caller.session!.grants.keys()], preferences, notices }
}

/** Any company of the platform, for SUPERVISOR. */
function getCompany(
  db: Db,
  { query }: CallInput<typeof company.get>,
): Promise<Answer<typeof company.get>> {
  return readCompany(forCompany(db, query.id))
}

function listCompanies(
  db: Db,
  { query }: CallInput<typeof company.getAll>,
): Promise<Answer<typeof company.getAll>> {
  return listCompanyRows(db, query.filter)
}
