import { letter, period, scaleOfFormats, unit } from './form/scale-form.ts'
import { NET_IS_REFUSED, NET_IS_UNSEEN } from './form/scale-hints.ts'

const settings = { address: letter('Адрес индикатора', 'A'), unit: unit(), period_ms: period() }
const streamHint = (tf: number) =>
  `На индикаторе tF = ${tf}. Если есть командный режим, лучше он: ${NET_IS_UNSEEN}`

/** XK3190-A9, A23p, A26, A12, Keli and kin (devices.md 3.6). */
export const yaohua = scaleOfFormats({
  code: 'yaohua',
  title: 'Yaohua XK3190, Keli',
  by: { key: 'format', label: 'Формат' },
  formats: {
    cmd: {
      title: 'Командный режим',
      hint: 'На индикаторе выберите командный режим и адрес от A до Z. Читается брутто, даже если показано нетто. 600–9600 8N1.',
      settings,
      asked: { bytes: () => 20 },
      detection: [{ checksummed: true }],
    },
    tf0: {
      title: 'Непрерывно, tF = 0',
      hint: streamHint(0),
      settings,
      detection: [{ checksummed: true }],
    },
    tf1: {
      title: 'Непрерывно, tF = 1',
      hint: streamHint(1),
      settings,
      detection: [{ checksummed: false }],
    },
    tf2: {
      title: 'Непрерывно, tF = 2',
      hint: streamHint(2),
      settings,
      detection: [{ checksummed: false }],
    },
    a12: {
      title: 'A12',
      hint: `Формат A12, 15 байт, непрерывно. ${NET_IS_REFUSED}`,
      settings,
      detection: [{ checksummed: true }, { settings: { unit: 't' }, checksummed: true }],
    },
  },
})
