import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as e from './company-entities.ts'
import { companyInput } from './company.ts'
import { companySettingsInput } from './company-settings.ts'
import { deviceInput } from './device-input.ts'
import * as s from '../core/shapes.ts'

/** A child list that is sent replaces the list: rows left out are archived, or removed when never used. */
export const updateCompanyBody = z.extend(z.partial(z.strictObject(companyInput)), {
  id: s.id('company'),
  version: s.version,
  settings: z.optional(companySettingsInput),
  sites: z.optional(s.list(e.siteInput, 100)),
  posts: z.optional(s.list(e.postInput, 99)),
  devices: z.optional(s.list(deviceInput, 300)),
  routeTable: z.optional(s.list(e.routeInput, 3)),
})

/** Apart from the other calls of a company, which every screen loads: it knows the settings of every device. */
export const companyChange = {
  update: call({
    method: 'PUT',
    path: '/api/v1/company/superUpdateCompany',
    access: 'super',
    action: 'company.manage',
    summary: 'Changes requisites, settings and the yard of a company; modules and routes at once',
    body: updateCompanyBody,
    result: e.CompanyCard,
    refusals: [
      'company.duplicate-inn',
      'module.dependency',
      'site.in-use',
      'device.in-use',
      'route.not-allowed',
    ],
  }),
}
