import { frameUnit, scaleOfFormats, unit } from './form/scale-form.ts'
import { NET_IS_UNSEEN } from './form/scale-hints.ts'

const detection = [{ checksummed: false }]

/** Keli XK3118T1 and kin: streams that begin with `=`. */
export const keli = scaleOfFormats({
  code: 'keli',
  title: 'Keli XK3118T1 и похожие',
  by: { key: 'format', label: 'Формат' },
  formats: {
    kg: {
      title: 'Вес и единица: =00004.8(kg)',
      hint: `На индикаторе выберите передачу брутто с единицей (режим 4, не 3): ${NET_IS_UNSEEN}`,
      settings: { unit: frameUnit() },
      detection,
    },
    marked: {
      title: 'Вес и отметка: =    2.85B0',
      hint: `Обычно 9600 8N1. Отметку B индикатор ставит всегда: ${NET_IS_UNSEEN}`,
      settings: { unit: unit() },
      detection,
    },
    reversed: {
      title: 'Восемь знаков в обратном порядке',
      hint: `На индикаторе выберите передачу брутто (режим 2, не 1): ${NET_IS_UNSEEN}`,
      settings: { unit: unit() },
      detection,
    },
  },
})
