import { call } from '../core/call.ts'
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
} as const
