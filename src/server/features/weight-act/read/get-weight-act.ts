import type { CallInput } from '#contract/core/call.ts'
import type { weightacts } from '#contract/weight-act/weight-act.ts'
import { refuse } from '#http/refusal.ts'
import type { Answer } from '#http/serve.ts'
import type { Db } from '../../../db/handle.ts'
import { weightAct } from '../../../documents/kinds/weight-act.ts'
import { findCompany } from '../../company/company-queries.ts'
import { settingsOf } from '../../company/settings.ts'
import { linesAndRests, shownWeightAct } from './present-weight-act.ts'
import { printPhotos } from './print-photos.ts'
import { scansOf } from '../../file/scan-queries.ts'
import { visitCards } from '../../visit/read/visit-cards.ts'
import { visitsOf } from '../visit-queries.ts'
import { findWeightAct } from '../weight-act-queries.ts'

type Card = Answer<typeof weightacts.get>

// domain.md 9: a copy for the supplier and a copy for the yard.
const COPIES = 2

/** weightacts/getAct/:id: the weight act with its visits, their weighings and pictures, and the paper to print. */
export async function getWeightAct(
  db: Db,
  { params }: CallInput<typeof weightacts.get>,
): Promise<Card> {
  const row = await findWeightAct(db, params.id)
  if (!row) return refuse('common.not-found')
  const visits = await visitsOf(db, [row.id])
  const [goods, transactions, scans, company] = await Promise.all([
    linesAndRests(db, [row.id]),
    visitCards(
      db,
      visits.map((visit) => visit.id),
    ),
    scansOf(db, 'weight_act', row.id),
    findCompany(db),
  ])
  const { templates, modules_cfg } = settingsOf(company!.settings)
  const photos = modules_cfg.weightacts?.print_photos ? await printPhotos(db, transactions) : []
  const card = { ...shownWeightAct(row), ...goods, transactions }
  return {
    ...card,
    scans: scans as Card['scans'],
    template: weightAct.kind,
    template_version: templates.weight_act,
    copies: COPIES,
    body_html: weightAct.page({
      ...card,
      site_address: row.site_address,
      photos,
      company: company!,
      timezone: company!.timezone,
      link: `/?path=/print/weight_act/${row.id}`,
    }),
  }
}
