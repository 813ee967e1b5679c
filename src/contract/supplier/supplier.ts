import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import { flagCodes } from '../core/flags.ts'
import * as s from '../core/shapes.ts'
import { statusCounts } from '../lists/status-sums.ts'
import * as e from './supplier-entities.ts'
import {
  consentStatuses,
  kycStates,
  methodStatuses,
  supplierStatuses,
  supplierTypes,
} from './supplier-kinds.ts'
import {
  createPaymentMethodBody,
  createSupplier,
  findDuplicatesBody,
  mergeSuppliersBody,
  updatePaymentMethodBody,
  updateSupplier,
} from './supplier-input.ts'

const methodAddress = z.strictObject({
  supplierId: s.id('supplier'),
  paymentMethodId: s.id('payment_method'),
})

const setSuppliersStatusBody = z
  .strictObject({
    ids: s.list(s.id('supplier'), 200, 1),
    new_status: z.enum(supplierStatuses),
    reason: z.optional(s.text(500, 5)),
  })
  .check(s.fieldsRule((v) => (v.new_status === 'blocked' ? s.missingOf(v, ['reason']) : {})))

const module = 'supplier'
const duplicates = ['supplier.duplicate-document', 'supplier.duplicate-inn'] as const

export const supplier = {
  getAll: call({
    method: 'GET',
    path: '/api/v1/supplier/getAllSuppliers',
    access: 'operator',
    module,
    summary: 'Suppliers with masked documents; dates cut the day of creation',
    query: z.strictObject({
      filter: s.filterOf('supplier', ['name', 'created_at', 'last_visit_at', 'ytd_paid_kop'], {
        type: z.optional(s.someOf(supplierTypes)),
        status: z.optional(s.someOf(supplierStatuses)),
        kyc: z.optional(s.someOf(kycStates)),
        consent: z.optional(s.someOf(consentStatuses)),
        price_column_id: z.optional(s.list(s.id('price_column'), 50)),
        flag: z.optional(s.someOf(flagCodes)),
      }),
    }),
    result: s.listOf(e.Supplier, statusCounts(supplierStatuses)),
    about: ['supplier', 'consent', 'payment_method'],
  }),
  create: call({
    method: 'POST',
    path: '/api/v1/supplier/createNewSuppliers',
    access: 'operator',
    module,
    action: 'supplier.edit',
    summary: 'Creates drafts of suppliers, one or many',
    body: s.oneOrBatch(createSupplier),
    result: z.union([e.Supplier, s.rowResults(e.Supplier)]),
    refusals: duplicates,
  }),
  update: call({
    method: 'PUT',
    path: '/api/v1/supplier/updateSuppliers',
    access: 'operator',
    module,
    action: 'supplier.edit',
    summary: 'Changes suppliers, one or many; gives or withdraws a consent',
    body: s.oneOrBatch(updateSupplier),
    result: z.union([e.Supplier, s.rowResults(e.Supplier)]),
    refusals: [...duplicates, 'supplier.type-fixed'],
  }),
  setStatus: call({
    method: 'PUT',
    path: '/api/v1/supplier/setSuppliersStatus',
    access: 'operator',
    module,
    summary: 'Moves suppliers on (domain.md 3.6); the right depends on the step',
    body: setSuppliersStatusBody,
    result: s.rowResults(e.Supplier),
    refusals: ['supplier.incomplete', 'supplier.running-payments', 'supplier.has-drafts'],
  }),
  merge: call({
    method: 'PUT',
    path: '/api/v1/supplier/mergeSuppliers',
    access: 'operator',
    module,
    summary: 'Beyond the specification: makes two records of one seller one (decision 17)',
    body: mergeSuppliersBody,
    result: z.strictObject({ supplier: e.Supplier, moved: e.MergeCounts }),
    refusals: ['supplier.merge-kinds', 'supplier.running-payments', 'supplier.has-drafts'],
  }),
  findTwins: call({
    method: 'POST',
    path: '/api/v1/supplier/findTwins',
    access: 'operator',
    module,
    summary: 'Beyond the specification: who kept already may be the one being entered',
    body: findDuplicatesBody,
    result: s.list(e.DuplicateSupplier, 10),
    toast: false,
    about: ['supplier'],
  }),
  createMethod: call({
    method: 'POST',
    path: '/api/v1/supplier/createPaymentMethod',
    access: 'operator',
    module,
    action: 'method.edit',
    summary: 'Adds a payment method in status new',
    body: createPaymentMethodBody,
    result: e.PaymentMethod,
    refusals: ['method.used-by-other', 'method.raw-card-off', 'method.card-form-off'],
  }),
  updateMethod: call({
    method: 'PUT',
    path: '/api/v1/supplier/updatePaymentMethod',
    access: 'operator',
    module,
    action: 'method.edit',
    summary: 'Changes a method; new requisites make it new again',
    body: updatePaymentMethodBody,
    result: e.PaymentMethod,
    refusals: [
      'method.used-by-other',
      'method.raw-card-off',
      'method.card-form-off',
      'method.running-payments',
    ],
  }),
  setMethodStatus: call({
    method: 'PUT',
    path: '/api/v1/supplier/setPaymentMethodStatus',
    access: 'operator',
    module,
    action: 'method.edit',
    summary: 'Moves a method on (domain.md 3.8)',
    query: methodAddress,
    body: z.strictObject({
      new_status: z.enum(methodStatuses),
      reason: z.optional(s.text(500, 5)),
      /** Why money goes to a bank that the directory does not know, or warns of. */
      bank_reason: z.optional(s.text(500, 5)),
    }),
    result: e.PaymentMethod,
    refusals: [
      'method.holder-mismatch',
      'method.bank-doubtful',
      'method.used-by-other',
      'method.running-payments',
    ],
  }),
  deleteMethod: call({
    method: 'DELETE',
    path: '/api/v1/supplier/deletePaymentMethod',
    access: 'operator',
    module,
    action: 'method.edit',
    summary: 'Removes a method that was never used, archives one that was',
    query: methodAddress,
    result: z.strictObject({ ok: z.literal(true), archived: z.boolean() }),
    refusals: ['method.running-payments'],
  }),
  find: call({
    method: 'GET',
    path: '/api/v1/supplier/findSupplier',
    access: 'operator',
    module,
    summary: 'At most 20 by words of the name, end of the phone, document, ИНН or plate',
    // A short mask is the call's own refusal, so the shape lets it through.
    query: z.strictObject({ mask: s.text(100, 0) }),
    result: s.list(e.FoundSupplier, 20),
    refusals: ['supplier.mask-short'],
    about: ['supplier'],
  }),
  get: call({
    method: 'GET',
    path: '/api/v1/supplier/getSupplier',
    access: 'operator',
    summary: 'One supplier whole; prints read it too, so the module may be off',
    query: z.strictObject({
      id: s.id('supplier'),
      /** Beyond the specification: asks for the unmasked document (supplier.personal), which is recorded. */
      personal: z.optional(z.literal('1')),
    }),
    result: e.SupplierCard,
    about: ['supplier', 'consent', 'payment_method', 'scan', 'payment', 'bank_config'],
  }),
  // Beyond the specification: domain.md 9.
  getConsentPdf: call({
    method: 'GET',
    path: '/api/v1/supplier/getConsentPdf',
    access: 'operator',
    action: 'supplier.personal',
    summary: 'The consent to be signed as PDF/A, with the whole document, which is recorded',
    query: z.strictObject({ id: s.id('supplier'), copies: s.copies }),
    result: 'blob',
  }),
} as const
