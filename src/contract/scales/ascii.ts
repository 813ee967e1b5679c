import { frameUnit, scaleOfFormats } from './form/scale-form.ts'
import { NET_IS_REFUSED, NET_IS_UNSEEN } from './form/scale-hints.ts'

const settings = { unit: frameUnit() }
const detection = [{ checksummed: false }]

/** CAS, A&D, Rice Lake and the many that copy them (devices.md 3.5). */
export const ascii = scaleOfFormats({
  code: 'ascii',
  title: 'CAS, A&D, Rice Lake',
  by: { key: 'format', label: 'Формат' },
  formats: {
    cas22: {
      title: 'CAS, 22 байта',
      hint: `На индикаторе выберите формат CAS, 22 байта, передача непрерывно. 9600 8N1. ${NET_IS_REFUSED}`,
      settings,
      detection,
    },
    cas10: {
      title: 'CAS, 10 байт',
      hint: `Формат 10 байт: по возможности выберите 22 байта, ${NET_IS_UNSEEN}`,
      settings,
      detection,
    },
    and18: {
      title: 'A&D',
      hint: `На индикаторе выберите режим stream, формат A&D. Обычно 2400 7E1. ${NET_IS_REFUSED}`,
      settings,
      detection,
    },
    ricelake: {
      title: 'Rice Lake',
      hint: `На индикаторе выберите continuous stream. Обычно 9600 8N1. ${NET_IS_REFUSED}`,
      settings,
      detection,
    },
  },
})
