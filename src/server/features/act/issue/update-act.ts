import type { act } from '#contract/act/act.ts'
import type { CallInput } from '#contract/core/call.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../../db/handle.ts'
import { correctAct } from './correct-act.ts'
import { issueAct } from './issue-act.ts'
import { reviewAct } from './review-act.ts'
import { saveAct } from '../draft/save-act.ts'
import { signAct } from './sign-act.ts'
import { voidAct } from './void-act.ts'

/** act/update: one command over one act. */
export function updateAct(
  db: Db,
  { body }: CallInput<typeof act.update>,
): Promise<Answer<typeof act.update>> {
  switch (body.command) {
    case 'save':
      return saveAct(db, body)
    case 'issue':
      return issueAct(db, body)
    case 'sign':
      return signAct(db, body)
    case 'void':
      return voidAct(db, body)
    case 'correct':
      return correctAct(db, body)
    case 'review':
      return reviewAct(db, body)
  }
}
