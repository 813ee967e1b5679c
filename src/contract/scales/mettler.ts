import { choice, flag, frameUnit, period, scaleOfFormats, unit } from './form/scale-form.ts'
import { NET_IS_REFUSED } from './form/scale-hints.ts'

const CHECKSUM = choice('Контрольная сумма', { auto: 'определить', on: 'есть', off: 'нет' })
const WITH_AND_WITHOUT = [
  { settings: { checksum: 'on' }, checksummed: true },
  { settings: { checksum: 'off' }, checksummed: false },
] as const

/** Mettler Toledo and compatible (devices.md 3.4). */
export const mettler = scaleOfFormats({
  code: 'mettler',
  title: 'Mettler Toledo и совместимые',
  by: { key: 'format', label: 'Формат' },
  formats: {
    continuous: {
      title: 'Непрерывная передача',
      hint: 'На индикаторе выберите continuous output с контрольной суммой и полем тары. 9600 8N1 или 7E1. Нетто без переданной тары весом не считается. Заданная единица должна быть той, что в кадре.',
      settings: {
        unit: frameUnit(),
        checksum: CHECKSUM,
      },
      detection: WITH_AND_WITHOUT,
    },
    short: {
      title: 'Непрерывная передача, короткая',
      hint: `Кадр без поля тары. ${NET_IS_REFUSED} Заданная единица должна быть той, что в кадре.`,
      settings: {
        unit: frameUnit(),
        checksum: CHECKSUM,
      },
      detection: WITH_AND_WITHOUT,
    },
    flintec: {
      title: 'Flintec FT-11, FT-13',
      hint: 'На индикаторе выберите continuous output. Единицы в кадре нет: задайте ту, что на табло.',
      settings: {
        unit: unit(),
        checksum: CHECKSUM,
      },
      detection: WITH_AND_WITHOUT,
    },
    sics: {
      title: 'MT-SICS (запрос)',
      hint: 'На индикаторе выберите MT-SICS. Тару агент спрашивает сам. «Индикатор без тары» отмечайте, только если клавиши тары у него нет: иначе нетто примут за брутто.',
      settings: {
        period_ms: period(),
        /** The indicator refuses to tell its tare because it has none. */
        no_tare: flag('Индикатор без тары', false),
      },
      asked: { bytes: () => 24, asksBeside: ({ no_tare }) => no_tare !== true },
      detection: [{ checksummed: false }],
    },
  },
})
