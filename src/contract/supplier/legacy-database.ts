import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'

const problems = s.list(s.displayText(300), 30)

export const LegacySupplier = z.strictObject({
  legacy_id: s.displayText(64),
  name: s.displayText(320),
  inn: z.nullable(s.displayText(12)),
  doc_masked: z.nullable(s.displayText(40)),
  phone: z.nullable(s.displayText(30)),
  plates: z.nullable(s.displayText(200)),
  /** Already copied: who it became. */
  supplier_id: z.nullable(s.id('supplier')),
  problems,
})
export type LegacySupplier = z.output<typeof LegacySupplier>

/** Rows of a file that could not be read, the first of them named: the people in them are never found. */
const UnreadRows = z.strictObject({
  total: s.int(1, 1_000_000),
  rows: s.list(z.strictObject({ line: s.int(1, 100_000_000), reason: s.displayText(200) }), 20),
})

const refusals = ['import.not-configured', 'import.unavailable'] as const

/** The company's previous database, read only (domain.md 10). */
export const legacyDatabase = {
  find: call({
    method: 'GET',
    path: '/api/v1/test/findOldSuppliers',
    access: 'manager',
    module: 'test',
    action: 'supplier.import',
    summary: 'Looks for suppliers in the old base',
    query: z.strictObject({
      filter: s.jsonText(
        z.strictObject({
          search: s.text(100, 3),
          limit: z.optional(s.int(1, s.MAX_LIMIT)),
          offset: z.optional(s.int(0, 100_000)),
        }),
      ),
    }),
    result: z.extend(s.listOf(LegacySupplier), { unread: z.optional(UnreadRows) }),
    refusals,
    about: ['supplier'],
  }),
  copy: call({
    method: 'POST',
    path: '/api/v1/test/copyFromOldBase',
    access: 'manager',
    module: 'test',
    action: 'supplier.import',
    summary: 'Copies the named suppliers; a repeat changes nothing',
    body: z.strictObject({ legacy_ids: s.list(s.text(64), 200, 1) }),
    result: s.list(
      z.strictObject({
        legacy_id: s.displayText(64),
        outcome: z.enum(['created', 'linked', 'existing', 'refused']),
        supplier_id: z.nullable(s.id('supplier')),
        problems,
      }),
      200,
    ),
    refusals,
  }),
} as const
