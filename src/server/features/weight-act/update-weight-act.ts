import type { CallInput } from '#contract/core/call.ts'
import type { weightacts } from '#contract/weight-act/weight-act.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../db/handle.ts'
import { confirmWeightAct } from './confirm-weight-act.ts'
import { reviewWeightAct } from './review-weight-act.ts'
import { saveWeightAct } from './save-weight-act.ts'
import { voidWeightAct } from './void-weight-act.ts'

/** weightacts/update: one command over one weight act. */
export function updateWeightAct(
  db: Db,
  { body }: CallInput<typeof weightacts.update>,
): Promise<Answer<typeof weightacts.update>> {
  switch (body.command) {
    case 'save':
      return saveWeightAct(db, body)
    case 'confirm':
      return confirmWeightAct(db, body)
    case 'void':
      return voidWeightAct(db, body)
    case 'review':
      return reviewWeightAct(db, body)
  }
}
