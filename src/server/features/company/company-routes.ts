import { company } from '#contract/company/company.ts'
import { companyChange } from '#contract/company/company-change.ts'
import { modules } from '#contract/core/modules.ts'
import { serve } from '#http/serve.ts'
import { getCompany, getOwnCompany, listCompanies } from './read-companies.ts'
import { createCompany, setCompanyStatus } from './save-company.ts'
import { listAllModules, listOwnModules } from './read-modules.ts'
import { updateCompany } from './update-company.ts'

/** Companies and their modules. */
export const companyRoutes = [
  serve(company.getOwn, getOwnCompany),
  serve(company.getAll, listCompanies),
  serve(company.get, getCompany),
  serve(company.create, createCompany),
  serve(companyChange.update, updateCompany),
  serve(company.setStatus, setCompanyStatus),
  serve(modules.superGetAll, listAllModules),
  serve(modules.getOwn, listOwnModules),
]
