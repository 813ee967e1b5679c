import { scale, unit } from './form/scale-form.ts'
import { NET_IS_UNSEEN } from './form/scale-hints.ts'

/** Yaohua XK3190-D2+, Keli D2002 and kin: eight bytes, the number reversed. */
export const d2 = scale({
  code: 'd2',
  title: 'Yaohua XK3190-D2+, Keli D2002',
  hint: `Непрерывная передача, 8 байт: =0.02100. Если есть командный режим, лучше он: ${NET_IS_UNSEEN}`,
  settings: { unit: unit() },
  detection: [{ checksummed: false }],
})
