import { ownValue } from '../core/own-value.ts'
import { scales } from '../device/scale-connection.ts'
import type { DeviceState } from '../device/site-devices.ts'

type Titles = Readonly<Record<string, string>>

const byTitle = scales.toSorted((a, b) => a.title.localeCompare(b.title, 'ru'))

/** Drivers by kind in the order in which they are offered. */
export const driverTitles: Readonly<Record<DeviceState['kind'], Titles>> = {
  scale: Object.fromEntries(byTitle.map(({ code, title }) => [code, title])),
  camera: { snapshot: 'Снимок по адресу', rtsp: 'Видеопоток RTSP' },
  plate_camera: {
    ppocr: 'Встроенное, по снимкам камеры',
    hikvision: 'Камера Hikvision',
    dahua: 'Камера Dahua',
    http: 'Внешняя служба',
  },
  relay: { modbus: 'Плата Modbus', http: 'Плата с управлением по адресу' },
}

const settings = scales.flatMap(({ formats }) =>
  Object.values(formats).flatMap((format) => Object.entries(format.settings)),
)

const PART_TITLES: Titles = {
  ...Object.fromEntries(scales.flatMap(({ by }) => (by ? [[by.key, by.label]] : []))),
  ...Object.fromEntries(settings.map(([name, { label }]) => [name, label])),
  baud: 'Скорость',
  bits: 'Бит',
  parity: 'Чётность',
  stop: 'Стоп-бит',
  user: 'Пользователь',
  password: 'Пароль',
  camera: 'Через камеру',
  roi: 'Часть снимка',
  mode: 'Как приходят события',
  via: 'Откуда события',
  red: 'Красный: выход',
  green: 'Зелёный: выход',
  barrier: 'Шлагбаум: выход',
  loop: 'Петля: вход',
}

const PART_VALUES: Titles = Object.fromEntries([
  ...scales.flatMap(({ by, formats }) =>
    by ? Object.entries(formats).map(([name, { title }]) => [`${by.key} ${name}`, title]) : [],
  ),
  ...settings.flatMap(([name, { input }]) =>
    input.kind === 'choice'
      ? Object.entries(input.titles).map(([value, title]) => [`${name} ${value}`, title])
      : [],
  ),
])

/** A part of a connection as the form of the device calls it. */
export const partTitle = (name: string): string => ownValue(PART_TITLES, name) ?? name

/** The value of a part of a connection as the form of the device says it. */
export function partWords(name: string, value: unknown): string {
  if (value === undefined || value === null) return 'нет'
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (typeof value === 'object') return JSON.stringify(value)
  return ownValue(PART_VALUES, `${name} ${String(value)}`) ?? String(value)
}
