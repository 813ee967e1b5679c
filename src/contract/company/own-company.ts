import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { list, text } from '../core/shapes.ts'
import { userPreferences } from '../user/user-preferences.ts'
import { CompanyCard } from './company-entities.ts'

/** Apart from what super administrators do with companies: every screen of everybody loads it. */
export const ownCompany = {
  getOwn: call({
    method: 'GET',
    path: '/api/v1/company/getCompany',
    access: 'user',
    summary: 'The own company with its yard, settings and agreements without secrets',
    result: CompanyCard,
    refusals: ['company.none'],
    about: ['company', 'site', 'post', 'device', 'agent', 'bank_config', 'bank'],
  }),
  /** Beyond the specification: one answer instead of four at each start. */
  getStart: call({
    method: 'GET',
    path: '/api/v1/company/getStart',
    access: 'user',
    summary: 'What each screen starts with: own company, codes of own rights, settings and notices',
    result: z.strictObject({
      company: z.nullable(CompanyCard),
      rights: list(text(80), 500),
      preferences: userPreferences.getPreferences.result,
      notices: userPreferences.getNotices.result,
    }),
    // The other parts have calls of their own, by which they are read again.
    about: ['action', 'action_folder'],
  }),
} as const
