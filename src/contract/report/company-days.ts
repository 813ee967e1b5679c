import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'
import { MAX_LINKED } from '../user/linked/linked-accounts.ts'

/** As an evening tells them (`eveningMeanings`). */
const Figures = z.strictObject({
  acts: s.count,
  net_g: s.grams,
  total_kop: s.kop,
  paid_kop: s.kop,
  unpaid_acts: s.count,
  payable_kop: s.kop,
  /** For a tonne of what is bought by weight, beside the list; null without such purchases, and of several companies together. */
  price_kop: z.nullable(s.kop),
  deviation_bp: z.nullable(s.int(-1_000_000, 1_000_000)),
  /** Null for those who may not see exceptions. */
  exceptions: z.nullable(s.count),
  exceptions_kop: z.nullable(s.kop),
  loads: z.nullable(s.count),
})

/** The running day of a company, by its own time zone. */
const CompanyDay = z.strictObject({
  id: s.id('user'),
  company_name: s.displayText(255),
  /** The account of this session. */
  current: z.boolean(),
  day: z.nullable(s.day),
  /** Null where this session may not read them; `closed` of the account says why. */
  figures: z.nullable(Figures),
})
export type CompanyDay = z.output<typeof CompanyDay>

/** An owner of several companies compares their days (screens.md 12). */
export const companyDays = {
  getCompanyDays: call({
    method: 'GET',
    path: '/api/v1/report/getCompanyDays',
    access: 'user',
    summary: 'The running day of each company of an owner, the present one first',
    result: z.strictObject({
      companies: s.list(CompanyDay, MAX_LINKED),
      /** Sums of the figures above; null where no company stands there. */
      together: z.nullable(Figures),
    }),
    about: ['act', 'payment', 'weight_episode'],
  }),
} as const
