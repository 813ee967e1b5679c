import { driverTitles } from '#contract/company/driver-titles.ts'
import { ownValue } from '#contract/core/own-value.ts'
import {
  fileKindTitles,
  kycTitles,
  methodKindTitles,
  supplierTypeTitles,
  visitModeTitles,
} from '#contract/core/display-text.ts'
import { flagTitles } from '#contract/core/flags.ts'
import { statusTitles } from '#contract/core/status-titles.ts'
import { roleTitle, signInWayTitles } from '#contract/user/people-labels.ts'
import { damagedParts } from '../../damage/damaged-record.ts'
import { entityWords } from './event-words.ts'

type Words = Readonly<Record<string, string>>

/** Statuses of what has no list of its own. */
const OTHER_STATUSES: Words = {
  active: 'Действует',
  stopped: 'Остановлено',
  disabled: 'Отключено',
  revoked: 'Отозвано',
  online: 'На связи',
  offline: 'Нет связи',
}

/** Codes that mean the same wherever the field stands. */
const BY_FIELD: Readonly<Record<string, Words>> = {
  agent_status: statusTitles.device,
  bank_status: statusTitles.bank,
  payment_state: statusTitles.act_payment,
  consent_state: statusTitles.consent,
  kyc: kycTitles,
  way: signInWayTitles,
  mode: visitModeTitles,
  flag: flagTitles,
  flags: flagTitles,
  driver: {
    ...driverTitles.relay,
    ...driverTitles.plate_camera,
    ...driverTitles.camera,
    ...driverTitles.scale,
  },
  direction: { purchase: 'Закупка', shipment: 'Отгрузка', control: 'Контрольная' },
  stop_reason: {
    person: 'Остановил человек',
    failing: 'Три дня ни одной доставки',
    gone: 'Адреса больше нет',
    closed: 'Компания в архиве',
    secret: 'Секрет подписи не читается',
  },
  confirmed_by: { pcode: 'пин-кодом', passkey: 'ключом' },
  channel: { copy: 'Показана на экране', email: 'Отправлена по почте' },
  holder_match: { match: 'Совпал', mismatch: 'Не совпал', unknown: 'Не проверен' },
  kind: {
    ...fileKindTitles,
    ...methodKindTitles,
    item: 'Позиция',
    group: 'Группа',
    truck: 'Автомобильный',
    platform: 'Платформа',
    scale: 'Весы',
    camera: 'Камера',
    plate_camera: 'Распознавание номеров',
    relay: 'Светофор и шлагбаум',
  },
  part: damagedParts,
  type: supplierTypeTitles,
}

/** The Russian word of a code that an event carries in a field; other texts stay as they are. */
export function valueWords(field: string, code: string, entity: string | null): string {
  if (field === 'role' || field === 'roles') return roleTitle(code)
  if (field === 'entity') return entityWords(code)
  if (field === 'status')
    return ownValue(statusesOf(entity), code) ?? ownValue(OTHER_STATUSES, code) ?? code
  return ownValue(ownValue(BY_FIELD, field) ?? {}, code) ?? code
}

function statusesOf(entity: string | null): Words {
  return ownValue<Words>(statusTitles, entity ?? '') ?? {}
}
