import * as z from 'zod/mini'
import { call } from '../core/call.ts'
import * as s from '../core/shapes.ts'
import { innProblem, normalizeInn } from '../requisites/inn.ts'

/** A firm or an entrepreneur as a registry has it; null is what it does not say, or said in a form that no field takes. */
const Party = z.strictObject({
  kind: z.enum(['firm', 'entrepreneur']),
  inn: s.displayText(12),
  kpp: z.nullable(s.displayText(9)),
  ogrn: z.nullable(s.displayText(15)),
  okpo: z.nullable(s.displayText(10)),
  full_name: z.nullable(s.displayText(255)),
  short_name: z.nullable(s.displayText(60)),
  last_name: z.nullable(s.displayText(100)),
  first_name: z.nullable(s.displayText(100)),
  middle_name: z.nullable(s.displayText(100)),
  address: z.nullable(s.displayText(500)),
  director_name: z.nullable(s.displayText(150)),
  director_position: z.nullable(s.displayText(100)),
})
export type Party = z.output<typeof Party>

const inn = z.string().check(
  z.maxLength(20),
  z.overwrite(normalizeInn),
  z.check((problem) => {
    const message = innProblem(problem.value)
    if (message) problem.issues.push({ code: 'custom', message, input: problem.value })
  }),
)

/** Beyond the specification: requisites by ИНН, where the installation names a registry (operations.md). */
export const partyRegistry = {
  findParty: call({
    method: 'GET',
    path: '/api/v1/company/findParty',
    access: 'operator-or-super',
    summary:
      'Requisites of a firm or an entrepreneur by ИНН; without it whether there is a registry',
    query: z.strictObject({ inn: z.optional(inn) }),
    result: z.strictObject({
      has_registry: z.boolean(),
      party: z.nullable(Party),
      /** Why there is nothing to fill in. */
      said: z.nullable(s.displayText(300)),
      /** What speaks against a deal with it. */
      warning: z.nullable(s.displayText(300)),
    }),
  }),
} as const
