import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'

/** What a company needs for its first purchase, in the order in which it is set up. */
export const setUpSteps = [
  'requisites',
  'modules',
  'site',
  'start',
  'operators',
  'approver',
  'pins',
  'products',
  'prices',
  'post',
  'agent',
  'scale',
  'plates',
  'bank',
] as const
export type SetUpStep = (typeof setUpSteps)[number]

/** `optional`: nothing is there, and work goes on without it. */
const setUpStates = ['done', 'missing', 'optional'] as const

export const SetUp = z.strictObject({
  company_id: s.id('company'),
  company_name: s.displayText(200),
  steps: s.list(
    z.strictObject({
      code: z.enum(setUpSteps),
      state: z.enum(setUpStates),
      /** What is there, or what cannot be done without it. */
      words: s.displayText(300),
    }),
    setUpSteps.length,
    1,
  ),
})
export type SetUp = z.output<typeof SetUp>

export const companySetUp = {
  getSetUp: call({
    method: 'GET',
    path: '/api/v1/company/getSetUp',
    access: 'manager-or-super',
    summary: 'What the company still needs for its first purchase, and why',
    query: z.strictObject({ companyId: s.id('company') }),
    result: SetUp,
    about: [
      'company',
      'site',
      'post',
      'device',
      'agent',
      'product',
      'price_cell',
      'price_plan',
      'user',
      'action',
      'bank_config',
    ],
  }),
} as const
