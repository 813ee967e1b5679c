import * as z from 'zod/mini'
import {
  BankConfig,
  bankConfigFields,
  bankConfigStatuses,
  credentialChanges,
  credentials,
} from '../bank/bank-entities.ts'
import { call } from '../core/call.ts'
import * as e from './company-entities.ts'
import { inputShapes } from '../record/record-field.ts'
import { email, inn, kpp, ogrn, okpo, phone } from '../requisite-shapes.ts'
import { companyFields } from './company-record.ts'
import { companySettingsInput } from './company-settings.ts'
import * as s from '../core/shapes.ts'
import { statusCounts } from '../lists/status-sums.ts'

/** The requisites of a new company. */
export const companyInput = inputShapes(companyFields, { inn, kpp, ogrn, okpo, phone, email })

const createCompanyBody = z.strictObject({
  client_id: z.optional(s.clientId),
  ...companyInput,
  settings: z.optional(companySettingsInput),
  sites: z.optional(s.list(e.siteInput, 100)),
})

const addBankConfigBody = z.strictObject({
  client_id: z.optional(s.clientId),
  companyId: s.id('company'),
  bank_id: s.id('bank'),
  ...bankConfigFields,
  credentials: z.optional(credentials),
})

const configAddress = { companyId: s.id('company'), bankConfigId: s.id('bank_config') }

const updateBankConfigBody = z.extend(z.partial(z.strictObject(bankConfigFields)), {
  ...configAddress,
  version: s.version,
  credentials: z.optional(credentialChanges),
  /** Takes `default_for` away from the agreement that has it now. */
  replaces_default: z.optional(z.boolean()),
})

export const company = {
  create: call({
    method: 'POST',
    path: '/api/v1/company/superCreateNewCompany',
    access: 'super',
    action: 'company.manage',
    summary: 'Makes a company in status new with default settings',
    body: createCompanyBody,
    result: e.CompanyCard,
    refusals: ['company.duplicate-inn', 'module.dependency'],
  }),
  setStatus: call({
    method: 'PUT',
    path: '/api/v1/company/superUpdateCompanyStatus',
    access: 'super',
    action: 'company.manage',
    summary:
      'Starts, suspends or archives a company (domain.md 3.1); one that arrived starts at the second call',
    body: z.strictObject({ id: s.id('company'), new_status: z.enum(e.companyStatuses) }),
    result: e.CompanyCard,
    refusals: [
      'company.not-ready',
      'company.running-payments',
      'company.moved',
      'company.arriving',
      'company.let-by-another',
    ],
  }),
  addBankConfig: call({
    method: 'POST',
    path: '/api/v1/company/superAddBankConfig',
    access: 'super',
    fresh: true,
    action: 'company.manage',
    summary: "Adds a company's agreement with a bank in status draft",
    body: addBankConfigBody,
    result: BankConfig,
    refusals: ['bank-config.duplicate', 'bank-config.default-taken'],
  }),
  updateBankConfig: call({
    method: 'PUT',
    path: '/api/v1/company/superUpdateBankConfig',
    access: 'super',
    fresh: true,
    action: 'company.manage',
    summary: 'Changes an agreement; a new account or new keys switch it off until checked',
    body: updateBankConfigBody,
    result: BankConfig,
    refusals: [
      'bank-config.duplicate',
      'bank-config.running-payments',
      'bank-config.default-taken',
      'bank-config.default-not-active',
    ],
  }),
  setBankConfigStatus: call({
    method: 'PUT',
    path: '/api/v1/company/superUpdateBankConfigStatus',
    access: 'super',
    action: 'company.manage',
    summary: 'Moves an agreement on (domain.md 3.2); testing runs the connection check',
    body: z.strictObject({
      ...configAddress,
      new_status: z.enum(bankConfigStatuses),
      /** Why it is switched off, or a word for resuming it; the company's people read it. */
      reason: z.optional(s.text(300)),
    }),
    result: BankConfig,
    refusals: [
      'bank-config.check-failed',
      'bank-config.not-proven',
      'bank-config.default-taken',
      'bank.disabled',
    ],
  }),
  deleteBankConfig: call({
    method: 'DELETE',
    path: '/api/v1/company/superDeleteBankConfig',
    access: 'super',
    action: 'company.manage',
    summary: 'Removes an agreement that no payment used',
    query: z.strictObject(configAddress),
    result: s.ok,
    refusals: ['bank-config.in-use'],
  }),
  getAll: call({
    method: 'GET',
    path: '/api/v1/company/superGetCompaniesList',
    access: 'super',
    summary: 'Companies of the platform',
    query: z.strictObject({
      filter: s.filterOf('company', ['name', 'inn', 'status', 'created_at'], {
        inn: z.optional(s.text(12)),
        status: z.optional(s.someOf(e.companyStatuses)),
      }),
    }),
    result: s.listOf(e.Company, statusCounts(e.companyStatuses)),
    about: ['company'],
  }),
  get: call({
    method: 'GET',
    path: '/api/v1/company/superGetCompany',
    access: 'super',
    summary: 'One company whole',
    query: z.strictObject({ id: s.id('company') }),
    result: e.CompanyCard,
    about: ['company', 'site', 'post', 'device', 'agent', 'bank_config', 'bank'],
  }),
} as const
