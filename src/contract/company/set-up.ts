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
  'instrument',
  'plates',
  'bank',
  'bik',
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

/** More companies are named by their count alone. */
export const MOST_UNFINISHED = 50

/** A company that lacks something for its work. */
export const UnfinishedSetUp = z.extend(SetUp, { company_status: z.enum(['new', 'active']) })
export type UnfinishedSetUp = z.output<typeof UnfinishedSetUp>

/** Whose change makes a step another one. */
const about = [
  'company',
  'site',
  'post',
  'device',
  'instrument',
  'agent',
  'product',
  'price_cell',
  'price_plan',
  'user',
  'action',
  'bank_config',
] as const

export const companySetUp = {
  getSetUp: call({
    method: 'GET',
    path: '/api/v1/company/getSetUp',
    access: 'manager-or-super',
    summary: 'What the company still needs for its first purchase, and why',
    query: z.strictObject({ companyId: s.id('company') }),
    result: SetUp,
    about: [...about],
  }),
  getUnfinished: call({
    method: 'GET',
    path: '/api/v1/company/superGetUnfinishedSetUps',
    access: 'super',
    summary:
      'Companies that cannot work yet, or not with all that is switched on, each with what is missing',
    result: z.strictObject({
      items: s.list(UnfinishedSetUp, MOST_UNFINISHED),
      total: s.count,
    }),
    about: [...about],
  }),
} as const
