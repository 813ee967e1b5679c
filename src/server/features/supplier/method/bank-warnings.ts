import { russianDay } from '#contract/words/russian-day.ts'
import type { Db } from '../../../db/handle.ts'
import { bankByBik } from '../../bank/bik/find-bik.ts'
import { sbpMembers, type MethodRow } from './method-queries.ts'

/** What the directories say against a method. */
interface MethodWarnings {
  readonly bank_warning: string | null
  readonly directory_warning: string | null
}

/** Why money may not arrive at the banks of a supplier's methods, by method; of a card only the payer's bank knows. */
export async function bankWarnings(
  db: Db,
  methods: readonly MethodRow[],
): Promise<ReadonlyMap<string, MethodWarnings>> {
  const open = methods.filter(({ status }) => status !== 'archived')
  const members = await membersOf(db, open)
  const bikOf = ({ bik, sbp_bank_id: bank }: MethodRow) => bik ?? members.get(bank ?? '')?.bik
  const biks = [...new Set(open.flatMap((row) => bikOf(row) ?? []))]
  const answers = new Map(
    await Promise.all(biks.map(async (bik) => [bik, await bankByBik(db, bik)] as const)),
  )
  const said = open.flatMap((row) => {
    const gone = members.get(row.sbp_bank_id ?? '')?.gone_on
    const answer = answers.get(bikOf(row) ?? '')
    // The БИК of a СБП member comes from another directory: one unknown to the Bank of Russia's says nothing.
    const known = row.kind === 'account' || answer?.bank
    const bank_warning = gone ? goneFromSbp(gone) : (known && answer?.warning) || null
    const directory_warning = (row.kind === 'account' && answer?.directory_warning) || null
    return [[row.id, { bank_warning, directory_warning }] as const]
  })
  return new Map(said)
}

async function membersOf(db: Db, methods: readonly MethodRow[]) {
  const ids = [...new Set(methods.flatMap(({ sbp_bank_id: id }) => id ?? []))]
  const rows = ids.length > 0 ? await sbpMembers(db, ids) : []
  return new Map(rows.map((row) => [row.bank_id, row]))
}

function goneFromSbp(day: string): string {
  return `Банка нет в справочнике СБП с ${russianDay(day)}. Уточните реквизиты`
}
