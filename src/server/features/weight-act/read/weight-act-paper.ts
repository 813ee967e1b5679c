import { refuse } from '#http/refusal.ts'
import type { Db } from '../../../db/handle.ts'
import type { WeightActPaper } from '../../../documents/kinds/weight-act.ts'
import { textsOfDay, textsOfVersion } from '../../../documents/texts/texts-of-day.ts'
import { findCompany } from '../../company/company-queries.ts'
import { settingsOf } from '../../company/settings.ts'
import { visitCards } from '../../visit/read/visit-cards.ts'
import { visitsOf } from '../visit-queries.ts'
import { findWeightAct } from '../weight-act-queries.ts'
import { linesAndRests, shownWeightAct } from './present-weight-act.ts'

export type ReadWeightAct = Awaited<ReturnType<typeof readWeightAct>>

/** A weight act with its visits and weighings, and what its paper says besides; pictures are drawn when it is printed. */
export async function readWeightAct(db: Db, id: string) {
  const row = await findWeightAct(db, id)
  if (!row) return refuse('common.not-found')
  const visits = await visitsOf(db, [row.id])
  const [lines, transactions, company] = await Promise.all([
    linesAndRests(db, [row.id]),
    visitCards(
      db,
      visits.map((visit) => visit.id),
    ),
    findCompany(db),
  ])
  const { templates, modules_cfg } = settingsOf(company!.settings)
  const words =
    row.status === 'draft'
      ? await textsOfDay(db, 'weight_act')
      : await textsOfVersion(db, 'weight_act', row.text_version)
  const card = { ...shownWeightAct(row), ...lines, transactions }
  const paper: WeightActPaper = {
    ...card,
    site_address: row.site_address,
    photos: [],
    company: company!,
    timezone: company!.timezone,
    link: `/?path=/print/weight_act/${row.id}`,
  }
  return {
    card,
    paper,
    texts: words?.texts ?? {},
    template_version: templates.weight_act,
    printsPhotos: modules_cfg.weightacts?.print_photos === true,
  }
}
