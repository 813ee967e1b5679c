import { Checkbox, Textarea, TextInput } from '@mantine/core'
import { Fields } from '#web/ui/form.tsx'
import { DateInput } from '#web/ui/inputs/date-input.tsx'
import { PlateInput } from '#web/ui/inputs/plate-input.tsx'
import type { RecordForm } from '#web/ui/record-form.ts'
import { Panel } from '#web/ui/tile.tsx'
import type { ActValues } from './act-values.ts'

type Props = { form: RecordForm<ActValues> }

/** What the law asks of a purchase of scrap: whose it is, what brought it, that it is safe. */
export function ActLegal({ form }: Props) {
  return (
    <>
      <Panel title="Право собственности и транспорт">
        <Fields columns={2}>
          <TextInput
            label="Основание права собственности"
            placeholder="Личное имущество"
            {...form.field('ownership_basis')}
          />
          <TextInput
            label="Документ на лом"
            placeholder="Нужен от ИП и организации"
            {...form.field('ownership_document')}
          />
        </Fields>
        <Fields columns={4}>
          <TextInput label="Марка машины" {...form.field('vehicle.make')} />
          <PlateInput label="Номер машины" {...form.field('vehicle.carnumber')} />
          <PlateInput label="Прицеп" {...form.field('vehicle.trailer')} />
          <TextInput label="Водитель" {...form.field('vehicle.driver')} />
        </Fields>
      </Panel>
      <Panel title="Радиационный контроль и взрывобезопасность">
        <Checkbox
          label="Радиационный контроль проведён"
          {...form.field('radiation.done', { type: 'checkbox' })}
        />
        <Fields columns={4}>
          <TextInput
            label="Уровень, мкЗв/ч"
            inputMode="decimal"
            placeholder="0,12"
            {...form.field('radiation.level')}
          />
          <TextInput label="Прибор" {...form.field('radiation.instrument')} />
          <DateInput label="Дата контроля" {...form.field('radiation.at')} />
          <TextInput label="Кто провёл" {...form.field('radiation.by')} />
        </Fields>
        <Checkbox
          label="Взрывобезопасность проверена"
          {...form.field('explosion.done', { type: 'checkbox' })}
        />
        <Fields columns={2}>
          <TextInput label="Удостоверение" {...form.field('explosion.certificate')} />
          <TextInput label="Кто проверил" {...form.field('explosion.by')} />
        </Fields>
        <Textarea label="Примечание" rows={2} {...form.field('comment')} />
      </Panel>
    </>
  )
}
