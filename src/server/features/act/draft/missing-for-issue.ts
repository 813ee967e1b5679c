import { isPrivatePerson } from '#contract/supplier/supplier-entities.ts'
import type { ActForm, MissingItem } from '../act-form.ts'
import { missingFor } from '../../supplier/record/kyc.ts'
import { kycFacts } from '../../supplier/record/supplier-row.ts'
import type { ActSupplier } from '../act-supplier-queries.ts'
import type { PositionRow } from './position-queries.ts'

interface Facts {
  readonly form: Pick<
    ActForm,
    | 'kind'
    | 'ownership_basis'
    | 'ownership_document'
    | 'ownership_file_ids'
    | 'radiation'
    | 'explosion'
  >
  readonly supplier: ActSupplier
  readonly positions: readonly PositionRow[]
  /** Those whose price was read for another supplier or column. */
  readonly unproven: readonly PositionRow[]
  readonly licence: string | null
}

const STATUSES: Record<string, string> = {
  draft: 'Поставщик ещё не проверен: сделайте его действующим',
  blocked: 'Поставщик в стоп-листе',
  archived: 'Поставщик в архиве',
}

/** Everything that I9 still asks for, by field; prices and weights have refusals of their own. */
export function missingForIssue(facts: Facts): MissingItem[] {
  const { form, supplier, positions } = facts
  const list: MissingItem[] = []
  const need = (field: string, isThere: unknown, message: string) => {
    if (!isThere) list.push({ field, message })
  }
  need('positions', positions.length > 0, 'Добавьте хотя бы одну позицию')
  const status = STATUSES[supplier.status]
  if (status) list.push({ field: 'supplier.status', message: status })
  for (const { field, message } of missingFor(
    kycFacts(supplier),
    supplier.today,
    supplier.consent_due,
  ))
    list.push({ field: `supplier.${field}`, message })
  if (supplier.type === 'ip' || supplier.type === 'company')
    need(
      'ownership_document',
      form.ownership_document || form.ownership_file_ids.length > 0,
      'Укажите документ о праве собственности',
    )
  if (form.kind === 'psa') scrap(facts, need)
  for (const row of facts.unproven)
    list.push({ field: `positions.${row.order}.price_kop`, message: unprovenWords(row) })
  return list.slice(0, MOST)
}

// The contract's bound.
const MOST = 50

/** What is said of a price that was not read for the act's supplier. */
export function unprovenWords({ name }: PositionRow): string {
  return `«${name}»: цена не из прайса этого поставщика, сохраните черновик с его ценой`
}

function scrap(
  { form, supplier, positions, licence }: Facts,
  need: (field: string, isThere: unknown, message: string) => void,
): void {
  need('ownership_basis', form.ownership_basis, 'Укажите основание права собственности')
  need('radiation.done', form.radiation.done, 'Отметьте радиационный контроль')
  need('explosion.done', form.explosion.done, 'Отметьте проверку на взрывобезопасность')
  need('company.licence_number', licence, 'У компании не указана лицензия')
  if (!isPrivatePerson(supplier.type)) return
  for (const row of positions)
    need(
      `positions.${row.order}.product_id`,
      row.metal_class !== 'nonferrous' || row.allowed_from_person,
      `«${row.name}» от физических лиц не принимают`,
    )
}
