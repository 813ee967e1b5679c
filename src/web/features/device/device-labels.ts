import type { DeviceState } from '#contract/device/site-devices.ts'
import type { ScaleDriverName } from '#contract/device/scale-connection.ts'

export const kindTitles: Record<DeviceState['kind'], string> = {
  scale: 'Весы',
  camera: 'Камера',
  plate_camera: 'Распознавание номеров',
  relay: 'Светофор и шлагбаум',
}

/** Drivers by kind in the order in which they are offered. */
export const driverTitles: Record<DeviceState['kind'], Record<string, string>> = {
  scale: {
    'tenso-m': 'Тензо-М',
    mettler: 'Mettler Toledo и совместимые',
    ascii: 'CAS, A&D, Rice Lake',
    yaohua: 'Yaohua XK3190, Keli',
    'massa-k': 'Масса-К',
    modbus: 'Modbus',
  },
  camera: { snapshot: 'Снимок по адресу', rtsp: 'Видеопоток RTSP' },
  plate_camera: {
    ppocr: 'Встроенное, по снимкам камеры',
    hikvision: 'Камера Hikvision',
    dahua: 'Камера Dahua',
    http: 'Внешняя служба',
  },
  relay: { modbus: 'Плата Modbus', http: 'Плата с управлением по адресу' },
}

export const formatTitles: Partial<Record<ScaleDriverName, Record<string, string>>> = {
  mettler: { continuous: 'Непрерывная передача', sics: 'MT-SICS (запрос)' },
  ascii: {
    cas22: 'CAS, 22 байта',
    cas10: 'CAS, 10 байт',
    and18: 'A&D',
    ricelake: 'Rice Lake',
  },
  yaohua: {
    cmd: 'Командный режим',
    tf0: 'Непрерывно, tF = 0',
    tf1: 'Непрерывно, tF = 1',
    tf2: 'Непрерывно, tF = 2',
    a12: 'A12',
  },
  modbus: { laumas: 'Laumas', float32: 'Вес float32 в первом регистре', custom: 'Своя карта' },
}

/** What to choose in the indicator's own menu (devices.md 3.2, rule 7), by driver and format. */
export function indicatorHint(driver: string, format: string | undefined): string {
  switch (driver) {
    case 'tenso-m':
      return 'На индикаторе выберите протокол tEnSo (не 6.43), CRC включён. Обычно 9600 8N1.'
    case 'mettler':
      return format === 'sics'
        ? 'На индикаторе выберите MT-SICS. Тару агент спрашивает сам. «Индикатор без тары» отмечайте, только если клавиши тары у него нет: иначе нетто примут за брутто.'
        : `На индикаторе выберите continuous output с контрольной суммой и полем тары. 9600 8N1 или 7E1. ${NET_NEEDS_TARE}`
    case 'ascii':
      return ASCII_HINTS[format ?? ''] ?? 'Выберите формат передачи индикатора.'
    case 'yaohua':
      if (format === 'a12') return `Формат A12, 15 байт, непрерывно. ${NET_IS_REFUSED}`
      return format === 'cmd'
        ? 'На индикаторе выберите командный режим и адрес от A до Z. Читается брутто, даже если показано нетто. 600–9600 8N1.'
        : `На индикаторе tF = ${(format ?? 'tf0').slice(2)}. Если есть командный режим, лучше он: ${NET_IS_UNSEEN}`
    case 'massa-k':
      return 'На индикаторе выберите режим «1С» или «100». 57600 8N1, у старых 4800 8E1, по сети порт 5001.'
    default:
      return format === 'laumas'
        ? 'На индикаторе задайте адрес и скорость. Читается брутто, даже если показано нетто. 9600 8N1, по сети порт 502.'
        : 'На индикаторе задайте адрес, скорость и порядок слов. Регистр веса — брутто: по числу нетто не отличить. 9600 8N1, по сети порт 502.'
  }
}

const NET_NEEDS_TARE =
  'Нетто без переданной тары весом не считается. Заданная единица должна быть той, что в кадре.'
const NET_IS_REFUSED =
  'Нетто в нём названо, а тара нет: с нажатой клавишей тары вес не принимается. Заданная единица должна быть той, что в кадре.'
const NET_IS_UNSEEN =
  'здесь не видно ни нетто, ни перегрузки, ни движения, и нетто примут за брутто. Запретите клавишу тары.'
const ASCII_HINTS: Record<string, string> = {
  cas22: `На индикаторе выберите формат CAS, 22 байта, передача непрерывно. 9600 8N1. ${NET_IS_REFUSED}`,
  cas10: `Формат 10 байт: по возможности выберите 22 байта, ${NET_IS_UNSEEN}`,
  and18: `На индикаторе выберите режим stream, формат A&D. Обычно 2400 7E1. ${NET_IS_REFUSED}`,
  ricelake: `На индикаторе выберите continuous stream. Обычно 9600 8N1. ${NET_IS_REFUSED}`,
}

export interface CameraPreset {
  label: string
  driver: 'snapshot' | 'rtsp'
  path: string
}

/** Addresses of the makers (devices.md 5); the host in front is the camera's own. */
export const cameraPresets: readonly CameraPreset[] = [
  { label: 'Hikvision', driver: 'snapshot', path: '/ISAPI/Streaming/channels/101/picture' },
  { label: 'Dahua', driver: 'snapshot', path: '/cgi-bin/snapshot.cgi?channel=1' },
  { label: 'Axis', driver: 'snapshot', path: '/axis-cgi/jpg/image.cgi' },
  { label: 'Hikvision RTSP', driver: 'rtsp', path: '/Streaming/Channels/101' },
  { label: 'Dahua RTSP', driver: 'rtsp', path: '/cam/realmonitor?channel=1&subtype=0' },
]

/** The preset's address at the host that was typed so far. */
export function presetUrl(typed: string, { driver, path }: CameraPreset): string {
  const host = /^\w+:\/\/([^/]+)/.exec(typed)?.[1] ?? (typed.split('/')[0] || '192.168.1.64')
  return driver === 'rtsp' ? `rtsp://${host.split(':')[0]}:554${path}` : `http://${host}${path}`
}
