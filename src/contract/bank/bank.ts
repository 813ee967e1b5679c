import * as z from 'zod/mini'
import { providerCodes } from './bank-providers.ts'
import { call } from '../core/call.ts'
import { bik } from '../requisite-shapes.ts'
import * as s from '../core/shapes.ts'
import { statusCounts } from '../lists/status-sums.ts'
import { methodKinds } from './method-kinds.ts'

export const bankStatuses = ['active', 'disabled'] as const

export const Bank = z.strictObject({
  id: s.id('bank'),
  code: s.displayText(40),
  name: s.displayText(150),
  bik: s.displayText(9),
  /** Who processes personal data, as a consent names him; null: what the БИК directory knows. */
  legal_name: z.nullable(s.displayText(255)),
  legal_address: z.nullable(s.displayText(500)),
  adapter: z.enum(providerCodes),
  base_url: z.nullable(s.displayText(300)),
  methods: s.list(z.enum(methodKinds), 3),
  status: z.enum(bankStatuses),
  configs_count: z.optional(s.count),
  version: s.version,
})
export type Bank = z.output<typeof Bank>

const baseUrl = z
  .string()
  .check(
    z.trim(),
    z.maxLength(300),
    z.regex(/^https?:\/\/[^\s?#@]+$/, 'Адрес вида https://api.bank.ru/'),
  )

const legal = {
  legal_name: z.nullish(s.text(255)),
  legal_address: z.nullish(s.text(500)),
}

const createBankBody = z.strictObject({
  client_id: z.optional(s.clientId),
  code: s.pattern(/^[a-z][a-z0-9_-]{1,39}$/, 'Код: латинские буквы, цифры, дефис'),
  name: s.text(150),
  bik,
  adapter: z.enum(providerCodes),
  base_url: z.nullish(baseUrl),
  ...legal,
})

const updateBankBody = z.strictObject({
  id: s.id('bank'),
  version: s.version,
  name: z.optional(s.text(150)),
  bik: z.optional(bik),
  base_url: z.nullish(baseUrl),
  ...legal,
})

export const bank = {
  create: call({
    method: 'POST',
    path: '/api/v1/bank/superCreateNewBank',
    access: 'super',
    action: 'bank.manage',
    summary: 'Adds a payout provider',
    body: createBankBody,
    result: Bank,
    refusals: ['bank.duplicate-code', 'bank.url-not-allowed'],
  }),
  update: call({
    method: 'PUT',
    path: '/api/v1/bank/superUpdateBank',
    access: 'super',
    action: 'bank.manage',
    summary: 'Changes a provider; its code and adapter are fixed',
    body: updateBankBody,
    result: Bank,
    refusals: ['bank.url-not-allowed'],
  }),
  getAll: call({
    method: 'GET',
    path: '/api/v1/bank/superGetBanksList',
    access: 'super',
    summary: 'Providers with the number of their configurations',
    query: z.strictObject({
      filter: s.filterOf('bank', ['name', 'code', 'status'], {
        adapter: z.optional(s.someOf(providerCodes)),
        status: z.optional(s.someOf(bankStatuses)),
      }),
    }),
    result: s.listOf(Bank, statusCounts(bankStatuses)),
    about: ['bank', 'bank_config'],
  }),
  setStatus: call({
    method: 'PUT',
    path: '/api/v1/bank/superSetBankStatus',
    access: 'super',
    action: 'bank.manage',
    summary: 'Switches a provider on or off; off, it takes no new payments',
    body: z.strictObject({ id: s.id('bank'), new_status: z.enum(bankStatuses) }),
    result: Bank,
  }),
} as const
