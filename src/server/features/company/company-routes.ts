import { company } from '#contract/company/company.ts'
import { ownCompany } from '#contract/company/own-company.ts'
import { configurationCalls } from '#contract/company/company-configuration.ts'
import { routeCheck } from '#contract/company/route-check.ts'
import { companyChange } from '#contract/company/company-change.ts'
import { companySetUp } from '#contract/company/set-up.ts'
import { modules } from '#contract/core/modules.ts'
import { serve } from '#http/serve.ts'
import { importConfiguration } from './configuration/import-configuration.ts'
import { checkRoutes } from './routes/check-routes.ts'
import { getCompany, getOwnCompany, listCompanies } from './read-companies.ts'
import { createCompany, setCompanyStatus } from './save-company.ts'
import { listAllModules, listOwnModules } from './read-modules.ts'
import { getSetUp, listUnfinished } from './set-up/get-set-up.ts'
import { updateCompany } from './update-company.ts'

/** Companies and their modules. */
export const companyRoutes = [
  serve(ownCompany.getOwn, getOwnCompany),
  serve(company.getAll, listCompanies),
  serve(company.get, getCompany),
  serve(company.create, createCompany),
  serve(companyChange.update, updateCompany),
  serve(configurationCalls.importConfiguration, importConfiguration),
  serve(routeCheck.checkRoutes, checkRoutes),
  serve(company.setStatus, setCompanyStatus),
  serve(companySetUp.getSetUp, getSetUp),
  serve(companySetUp.getUnfinished, listUnfinished),
  serve(modules.superGetAll, listAllModules),
  serve(modules.getOwn, listOwnModules),
]
