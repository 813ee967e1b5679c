import { scales } from '../device/scale-connection.ts'
import type { DeviceState } from '../device/site-devices.ts'

const byTitle = scales.toSorted((a, b) => a.title.localeCompare(b.title, 'ru'))

/** Drivers by kind in the order in which they are offered. */
export const driverTitles: Readonly<Record<DeviceState['kind'], Readonly<Record<string, string>>>> =
  {
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
