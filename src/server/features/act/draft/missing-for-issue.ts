import { ownValue } from '#contract/core/own-value.ts'
import { isPrivatePerson } from '#contract/supplier/supplier-kinds.ts'
import type { ActForm, MissingItem } from '../act-form.ts'
import { missingFor } from '../../supplier/record/kyc.ts'
import { kycFacts } from '../../supplier/record/supplier-row.ts'
import type { ActSupplier } from '../act-supplier-queries.ts'
import { heldAgainst, isRadiationAlarm } from '#contract/act/act-fields.ts'
import { quote } from '#contract/words/quote.ts'
import { russianDay } from '#contract/words/russian-day.ts'
import type { InstrumentRow } from '../../instrument/instrument-queries.ts'
import { microsieverts } from '../../../documents/figures.ts'
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
  readonly instrument: InstrumentRow | undefined
  readonly today: string
  /** What a correction says was measured when the corrected act was made. */
  readonly isCorrection: boolean
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
  const requireField = (field: string, isThere: unknown, message: string) => {
    if (!isThere) list.push({ field, message })
  }
  requireField('positions', positions.length > 0, 'Добавьте хотя бы одну позицию')
  const status = ownValue(STATUSES, supplier.status)
  if (status) list.push({ field: 'supplier.status', message: status })
  for (const { field, message } of missingFor(
    kycFacts(supplier),
    supplier.today,
    supplier.consent_due,
  ))
    list.push({ field: `supplier.${field}`, message })
  if (supplier.type === 'ip' || supplier.type === 'company')
    requireField(
      'ownership_document',
      form.ownership_document || form.ownership_file_ids.length > 0,
      'Укажите документ о праве собственности',
    )
  if (form.kind === 'psa') scrap(facts, requireField)
  for (const row of facts.unproven)
    list.push({ field: `positions.${row.order}.price_kop`, message: unprovenWords(row) })
  return list.slice(0, MOST)
}

// The contract's bound.
const MOST = 50

/** The problem of a price that was not read for the act's supplier, in words. */
export function unprovenWords({ name }: PositionRow): string {
  return `${quote(name)}: цена не из прайса этого поставщика, сохраните черновик с его ценой`
}

type Need = (field: string, isThere: unknown, message: string) => void

function scrap(facts: Facts, need: Need): void {
  const { form, supplier, positions, licence } = facts
  need('ownership_basis', form.ownership_basis, 'Укажите основание права собственности')
  checks(facts, need)
  need('company.licence_number', licence, 'У компании не указана лицензия')
  if (!isPrivatePerson(supplier.type)) return
  for (const row of positions)
    need(
      `positions.${row.order}.product_id`,
      row.metal_class !== 'nonferrous' || row.allowed_from_person,
      `${quote(row.name)} от физических лиц не принимают`,
    )
}

/** The control of scrap as it is printed and as an inspection asks for it: by whom, when, with what, and what was found. */
function checks({ form, instrument, today, isCorrection }: Facts, need: Need): void {
  const { radiation, explosion } = form
  need('radiation.done', radiation.done, 'Отметьте радиационный контроль')
  if (radiation.done) {
    need('radiation.instrument_id', instrument, NO_INSTRUMENT)
    if (instrument)
      need(
        'radiation.instrument_id',
        instrument.status === 'active',
        'Прибор в архиве: выберите другой',
      )
    if (instrument) {
      const { valid_until: until } = instrument
      const asked = isCorrection ? (radiation.at ?? today) : today
      const name = `${instrument.model} № ${instrument.serial_number}`
      need(
        'radiation.instrument_id',
        until >= asked,
        `Поверка прибора ${name} закончилась ${russianDay(until)}: проведите поверку или выберите другой прибор`,
      )
    }
    need('radiation.usv_h_milli', radiation.usv_h_milli !== null, 'Укажите показание прибора')
    need(
      'radiation.background_usv_h_milli',
      radiation.background_usv_h_milli !== null,
      'Укажите фон площадки',
    )
    need('radiation.at', radiation.at, 'Укажите дату радиационного контроля')
    need('radiation.at', !(radiation.at && radiation.at > today), 'Этот день ещё не наступил')
    need('radiation.by', radiation.by, 'Укажите, кто провёл радиационный контроль')
  }
  const usual = instrument?.background_usv_h_milli
  need('radiation.usv_h_milli', !isRadiationAlarm(radiation, usual), alarmWords(radiation, usual))
  need('explosion.done', explosion.done, 'Отметьте проверку на взрывобезопасность')
  if (!explosion.done) return
  need('explosion.at', explosion.at, 'Укажите дату проверки на взрывобезопасность')
  need('explosion.at', !(explosion.at && explosion.at > today), 'Этот день ещё не наступил')
  need('explosion.by', explosion.by, 'Укажите, кто проверил взрывобезопасность')
}

const NO_INSTRUMENT =
  'Нет прибора радиационного контроля: внесите его в разделе «Приборы контроля» и сохраните акт'

function alarmWords(made: Readings, usual: number | undefined): string {
  const background = microsieverts(heldAgainst(made, usual))
  const words = `${microsieverts(made.usv_h_milli ?? 0)} мкЗв/ч при фоне ${background}`
  return `Показание ${words}: выше фона больше чем на 0,2. Такую партию не принимают, тревога записана в журнал`
}

type Readings = Parameters<typeof isRadiationAlarm>[0]
