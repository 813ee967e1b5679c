import { choice, flag, period, scale, unitTitles, whole } from './form/scale-form.ts'

const { kg, t } = unitTitles

/** Тензо-М, protocol tEnSo (devices.md 3.3). */
export const tensoM = scale({
  code: 'tenso-m',
  title: 'Тензо-М',
  hint: 'На индикаторе выберите протокол tEnSo (не 6.43), CRC включён. Обычно 9600 8N1.',
  settings: {
    address: whole('Адрес индикатора', [1, 159], 1),
    unit: choice('Единица', { kg, t }),
    period_ms: period(),
    crc: flag('CRC включён', true),
  },
  asked: { bytes: () => 18 },
  detection: [
    { settings: { crc: true }, checksummed: true },
    { settings: { crc: false }, checksummed: false },
  ],
})
