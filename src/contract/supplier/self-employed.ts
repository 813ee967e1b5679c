import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'

const npdOutcomes = ['payer', 'not_payer', 'no_answer'] as const

/** What was said of a self-employed supplier on a day; `said` are the words of the tax service or of the person who marked it. */
const NpdCheck = z.strictObject({
  id: s.displayText(36),
  /** Moscow's day, by which the tax service counts. */
  day: s.day,
  source: z.enum(['service', 'person']),
  /** null: asked, and not answered yet. */
  outcome: z.nullable(z.enum(npdOutcomes)),
  said: z.nullable(s.displayText(500)),
  by_name: z.nullable(s.displayText(150)),
  approver_name: z.nullable(s.displayText(150)),
  /** The picture of what a person saw. */
  proof_file_id: z.nullable(s.id('file')),
  at: s.instant,
})

const NpdState = z.strictObject({
  /** Whether this server asks the tax service; otherwise a person marks what npd.nalog.ru shows. */
  has_line: z.boolean(),
  today: s.day,
  /** The last word of today that decides; null: nobody has said anything today. */
  now: z.nullable(z.enum(['payer', 'not_payer'])),
  checks: s.list(NpdCheck, 20),
})
export type NpdState = z.output<typeof NpdState>

const module = 'supplier'

/** Beyond the specification: domain.md 3.19. */
export const selfEmployed = {
  getNpd: call({
    method: 'GET',
    path: '/api/v1/supplier/getNpd',
    access: 'operator',
    module,
    summary: 'What was said of a self-employed supplier, the last first',
    query: z.strictObject({ id: s.id('supplier') }),
    result: NpdState,
    about: ['supplier'],
  }),
  checkNpd: call({
    method: 'POST',
    path: '/api/v1/supplier/checkNpd',
    access: 'operator',
    module,
    action: 'payment.save',
    summary: 'Asks the tax service about today, or queues the question: it takes two a minute',
    body: z.strictObject({ id: s.id('supplier') }),
    result: NpdState,
    refusals: ['supplier.not-self-employed', 'supplier.npd-no-line'],
  }),
  markNpd: call({
    method: 'POST',
    path: '/api/v1/supplier/markNpd',
    access: 'operator',
    module,
    action: 'supplier.confirm_npd',
    summary: 'Marks by hand what a person saw at npd.nalog.ru today; a second person confirms it',
    body: z.strictObject({
      id: s.id('supplier'),
      outcome: z.enum(['payer', 'not_payer']),
      note: s.text(300, 10),
      /** A picture of this supplier (`npd`), made today: none may serve another day. */
      proof_file_id: z.optional(s.id('file')),
    }),
    result: NpdState,
    refusals: ['supplier.not-self-employed', 'supplier.npd-proof-used'],
  }),
} as const
