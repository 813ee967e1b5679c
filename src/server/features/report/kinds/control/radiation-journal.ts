import { act } from '#contract/act/act.ts'
import { alarmKindTitles } from '#contract/act/instrument-change.ts'
import { microsieverts } from '../../../../documents/figures.ts'
import { reportKind } from '../../report-kind.ts'
import { periodParams, siteParam } from '../../report-params.ts'
import { walkJournal, type JournalRow } from './radiation-journal-queries.ts'

const dose = (milli: number | null) => (milli === null ? null : microsieverts(milli))

/** The result of a check, in words. */
export function resultOf(row: JournalRow): string {
  if (row.alarm) return `ТРЕВОГА: ${alarmKindTitles[row.alarm].toLowerCase()}`
  if (!row.radiation_done) return 'не отмечен'
  return row.usv_h_milli === null ? 'проведён, показание не записано' : 'в норме'
}

export function explosionOf({ alarm, explosion_done: done }: JournalRow): string {
  if (alarm === 'explosion') return 'НАЙДЕН'
  if (alarm) return ''
  return done ? 'не найдено' : 'не отмечен'
}

export const radiationJournal = reportKind({
  type: 'radiation_journal',
  title: 'Журнал радиационного контроля',
  sentence: 'Замеры радиации по актам',
  permission: 'report.create',
  source: act.getAll,
  params: { ...periodParams, site_id: siteParam },
  columns: {
    day: { title: 'Дата', kind: 'day', value: (row: JournalRow) => row.day },
    time: { title: 'Время', kind: 'text', value: (row) => row.time },
    number: { title: 'Акт', kind: 'text', value: (row) => row.act_number },
    car: { title: 'Машина', kind: 'text', value: (row) => row.carnumber },
    site: { title: 'Площадка', kind: 'text', value: (row) => row.site_name },
    instrument: { title: 'Прибор', kind: 'text', value: (row) => row.instrument },
    verified: { title: 'Поверен', kind: 'day', value: (row) => row.verified_on },
    until: { title: 'Поверка до', kind: 'day', value: (row) => row.valid_until },
    background: {
      title: 'Фон, мкЗв/ч',
      kind: 'text',
      value: (row) => dose(row.background_usv_h_milli),
    },
    level: { title: 'Показание, мкЗв/ч', kind: 'text', value: (row) => dose(row.usv_h_milli) },
    result: { title: 'Результат', kind: 'text', value: resultOf },
    by: { title: 'Кто измерил', kind: 'text', value: (row) => row.radiation_by },
    explosion: { title: 'Взрывоопасное', kind: 'text', value: explosionOf },
    explosion_day: { title: 'Проверено', kind: 'day', value: (row) => row.explosion_day },
    explosion_by: { title: 'Кто проверил', kind: 'text', value: (row) => row.explosion_by },
    status: { title: 'Состояние акта', kind: 'status', of: 'act', value: (row) => row.act_status },
    note: { title: 'Примечание', kind: 'text', value: (row) => row.note },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  opens: ({ act_id }) => act_id && `/operator/act/${act_id}`,
  rows: walkJournal,
})
