import { Select } from '@mantine/core'
import { Fields } from '#web/ui/form/form.tsx'
import type { DeviceRecordForm } from '../driver-select.tsx'
import { IntInput } from '#web/ui/inputs/int-input.tsx'

const AT = 'device.connection.settings.custom'
const TYPES = ['u16', 'i16', 'u32', 'i32', 'f32']
const WORDS = [
  { value: 'high_first', label: 'старшее слово первым' },
  { value: 'low_first', label: 'младшее слово первым' },
]
const FUNCTIONS = [
  { value: '3', label: '3, регистры хранения' },
  { value: '4', label: '4, регистры ввода' },
]

/** A register map as the installer reads it in the indicator's manual. */
export function ModbusMap({ form }: { form: DeviceRecordForm }) {
  return (
    <Fields columns={3}>
      <Select label="Функция" allowDeselect={false} data={FUNCTIONS} {...form.field(`${AT}.fc`)} />
      <IntInput label="Первый регистр" required {...form.field(`${AT}.start`)} />
      <IntInput label="Сколько регистров" required {...form.field(`${AT}.count`)} />
      <IntInput label="Вес: регистр от первого" required {...form.field(`${AT}.gross.reg`)} />
      <Select
        label="Вес: вид числа"
        allowDeselect={false}
        data={TYPES}
        {...form.field(`${AT}.gross.type`)}
      />
      <Select
        label="Вес: порядок слов"
        allowDeselect={false}
        data={WORDS}
        {...form.field(`${AT}.gross.words`)}
      />
    </Fields>
  )
}
