import type { Instrument } from '../act/instrument.ts'
import { formatKg } from '../core/input-text.ts'
import type { ListColumns } from './column.ts'

const STATES = { valid: 'Действует', ending: 'Скоро закончится', ended: 'Закончилась' } as const

export const instrumentColumns = {
  model: { title: 'Прибор', kind: 'text', value: (row) => row.model, sort: 'model' },
  serial_number: { title: 'Заводской номер', kind: 'text', value: (row) => row.serial_number },
  site: { title: 'Площадка', kind: 'text', value: (row) => row.site_name ?? 'Все площадки' },
  verified_on: { title: 'Поверен', kind: 'day', value: (row) => row.verified_on },
  valid_until: {
    title: 'Поверка до',
    kind: 'day',
    value: (row) => row.valid_until,
    sort: 'valid_until',
  },
  verification: { title: 'Поверка', kind: 'text', value: (row) => STATES[row.verification] },
  certificate: { title: 'Свидетельство', kind: 'text', value: (row) => row.certificate },
  background: {
    title: 'Фон, мкЗв/ч',
    kind: 'text',
    value: (row) => formatKg(row.background_usv_h_milli),
  },
  responsible: { title: 'Ответственный', kind: 'text', value: (row) => row.responsible },
  status: {
    title: 'Статус',
    kind: 'status',
    of: 'instrument',
    value: (row) => row.status,
  },
} satisfies ListColumns<Instrument>
