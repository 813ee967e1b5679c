import type { ActKind } from '#contract/act/act-entities.ts'
import type { Db } from '../../../db/handle.ts'
import type { DocumentBody } from '../../../documents/body/blocks.ts'
import { actForms } from '../../../documents/kinds/all.ts'
import { textsOfDay } from '../../../documents/texts/texts-of-day.ts'
import { actFacts } from '../issue/act-facts.ts'
import { acceptor } from '../issue/facts-queries.ts'
import { readAct } from './present-act.ts'
import type { StoredBody } from './print-queries.ts'

/** The form of an act that was never issued, as it would look now. */
export async function describeDraft(
  db: Db,
  { id, status }: StoredBody,
): Promise<{ kind: ActKind; body: DocumentBody }> {
  const act = await readAct(db, id)
  const by = (await acceptor(db)) ?? { position: null, full_name: '' }
  const facts = await actFacts(db, act, null, by)
  const { texts } = await textsOfDay(db, facts.kind)
  const watermark = status === 'void' ? 'АННУЛИРОВАН' : 'ЧЕРНОВИК'
  return { kind: facts.kind, body: { ...actForms[facts.kind].body(facts, texts), watermark } }
}
