import { company } from '#contract/company.ts'
import { modules } from '#contract/modules.ts'
import { serve } from '#http/serve.ts'
import { getCompany, getOwnCompany, listCompanies } from './read-companies.ts'
import { listAllModules, listOwnModules } from './read-modules.ts'

/** Companies and their modules, as they are read. */
export const companyRoutes = [
  serve(company.getOwn, getOwnCompany),
  serve(company.getAll, listCompanies),
  serve(company.get, getCompany),
  serve(modules.superGetAll, listAllModules),
  serve(modules.getOwn, listOwnModules),
]
