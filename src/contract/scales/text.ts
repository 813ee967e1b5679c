import * as z from 'zod/mini'
import { period, scaleOfFormats, unit } from './form/scale-form.ts'
import { NET_IS_UNSEEN } from './form/scale-hints.ts'
import { bytesOfLine, lineBytes } from './form/line-bytes.ts'
import { textLayout } from './form/text-layout.ts'

const LAYOUT = {
  start: '',
  end: '0D',
  length: 8,
  number_from: 1,
  number_length: 8,
  reversed: false,
}
const layout = {
  label: 'Разметка кадра',
  shape: textLayout,
  start: LAYOUT,
  input: { kind: 'part', part: 'text-layout' },
} as const
const greeting = {
  label: 'Приветствие',
  shape: z.optional(lineBytes(0, 32)),
  start: '',
  input: { kind: 'text', maxLength: 120 },
} as const
const hint = `Захватите линию и отметьте, где в кадре вес. Без места знака брутто ${NET_IS_UNSEEN}`

/** A text format that no other driver knows, as the installer reads it from the line. */
export const text = scaleOfFormats({
  code: 'text',
  title: 'Свой текстовый формат',
  by: { key: 'format', label: 'Передача' },
  formats: {
    stream: {
      title: 'Непрерывно',
      hint,
      settings: { unit: unit(), greeting, layout },
      detection: [],
    },
    asked: {
      title: 'По запросу',
      hint: `Запрос посылает агент. ${hint}`,
      settings: {
        unit: unit(),
        period_ms: period(),
        question: {
          label: 'Запрос',
          shape: lineBytes(1, 32),
          start: '0D',
          input: { kind: 'text', maxLength: 120 },
        },
        greeting,
        layout,
      },
      asked: {
        bytes: ({ question }) => 80 + bytesOfLine(String(question)).length,
      },
      detection: [],
    },
  },
})
