import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'
import type { SumMeaning } from '../core/sum-meanings.ts'

const registryStatuses = ['new', 'sent', 'accepted', 'done', 'partial', 'failed'] as const

/** What was handed over to one bank in one call. */
export const PaymentRegistry = z.strictObject({
  id: s.id('payment_registry'),
  number: s.displayText(40),
  bank_config_id: s.id('bank_config'),
  bank_config_title: s.displayText(60),
  bank_name: s.displayText(150),
  /** Brought to the bank as a file by a person; otherwise sent by the worker. */
  by_file: z.boolean(),
  payment_count: s.count,
  total_kop: s.kop,
  /** What its file holds, or would hold now: orders that were withdrawn before it was taken are left out. */
  file_kop: s.kop,
  status: z.enum(registryStatuses),
  created_at: s.instant,
  created_by_name: z.nullable(s.displayText(150)),
  /** How often the file was taken; the first time made the payments sent. */
  download_count: s.count,
  downloaded_at: z.nullable(s.instant),
  downloaded_by_name: z.nullable(s.displayText(150)),
  /** Whether the file may be taken now: none of its payments has gone another way since. */
  file_ready: z.boolean(),
  /** Who downloads a file that nobody has taken yet, where the caller may not. */
  file_by: z.nullable(s.displayText(300)),
})
export type PaymentRegistry = z.output<typeof PaymentRegistry>

/** What its sums add up (decision 82). */
export const registryMeanings = {
  total_kop: 'registry',
  file_kop: 'registryFile',
} as const satisfies Partial<Record<keyof PaymentRegistry, SumMeaning>>

const module = 'payment'

/** Beyond the specification: registries, their files and their printed registers (payments.md 3.9). */
export const paymentRegistry = {
  getRegistries: call({
    method: 'GET',
    path: '/api/v1/payment/getRegistries',
    access: 'operator',
    module,
    summary: 'Registries of payments, the latest first; their content is getAllPayments',
    query: z.strictObject({
      filter: s.filterOf('payment_registry', ['created_at', 'total_kop'], {
        status: z.optional(s.someOf(registryStatuses)),
        by_file: z.optional(z.boolean()),
        /** Files that nobody has downloaded yet and that may be. */
        waits_for_file: z.optional(z.boolean()),
      }),
    }),
    result: s.listOf(PaymentRegistry),
    about: ['payment_registry', 'payment'],
  }),
  getRegistryFile: call({
    method: 'GET',
    path: '/api/v1/payment/getRegistryFile',
    movesMoney: true,
    access: 'operator',
    module,
    action: 'report.export',
    summary: 'The file of orders for the bank; the first reading makes its payments sent',
    query: z.strictObject({
      registryId: s.id('payment_registry'),
      /** The sum of the file that the screen showed; programs may leave it out. */
      expected_total_kop: z.optional(s.queryInt(0, Number.MAX_SAFE_INTEGER)),
    }),
    result: 'blob',
    refusals: [
      'payment.restored',
      'payment.may-be-paid',
      'payment.no-file',
      'payment.file-unfit',
      'payment.file-over',
      'payment.method-changed',
      'payment.npd-lost',
      'payment.npd-unchecked',
    ],
  }),
  getRegistryBody: call({
    method: 'GET',
    path: '/api/v1/payment/getRegistryBody',
    movesMoney: true,
    access: 'operator',
    module,
    summary: 'The register of the payments of one registry, to be printed',
    query: z.strictObject({ registryId: s.id('payment_registry') }),
    result: z.strictObject({ title: s.displayText(100), html: s.displayText(5_000_000) }),
    refusals: ['payment.restored'],
  }),
  getRegistryPdf: call({
    method: 'GET',
    path: '/api/v1/payment/getRegistryPdf',
    movesMoney: true,
    access: 'operator',
    module,
    summary: 'The same register as PDF/A',
    query: z.strictObject({ registryId: s.id('payment_registry'), copies: s.copies }),
    result: 'blob',
    refusals: ['payment.restored'],
  }),
} as const
