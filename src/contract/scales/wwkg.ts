import { frameUnit, scale } from './form/scale-form.ts'
import { NET_IS_REFUSED } from './form/scale-hints.ts'

/** Yaohua XK3190-A12E without a checksum, Мидл ВДА/12Я and kin: lines `ww0003.17kg`. */
export const wwkg = scale({
  code: 'wwkg',
  title: 'Yaohua XK3190-A12E, Мидл ВДА/12Я',
  hint: `Непрерывная передача строк вида ww0003.17kg, обычно 9600 8N1. Движения и перегрузки в них не видно. ${NET_IS_REFUSED}`,
  settings: { unit: frameUnit() },
  detection: [{ checksummed: false }],
})
