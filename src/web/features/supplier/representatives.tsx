import { ActionIcon, Button, TextInput } from '@mantine/core'
import { Plus, Trash2 } from 'lucide-react'
import { FieldGroup } from '#web/ui/form.tsx'
import { today } from '#web/ui/format.ts'
import { DateInput } from '#web/ui/inputs/date-input.tsx'
import type { RecordForm } from '#web/ui/record-form.ts'
import { newRepresentative, type SupplierValues } from './supplier-values.ts'
import styles from './supplier.module.css'

// The contract's bound of one supplier.
const MOST = 10

/** Who may hand over goods for a business, and by which paper; a paper past its day is marked. */
export function Representatives({ form }: { form: RecordForm<SupplierValues> }) {
  const list = form.values.representatives
  return (
    <FieldGroup title="Представители">
      <div data-path="representatives" data-label="Представители" className={styles['people']}>
        {list.map((one, place) => (
          // Rows have no id of their own and only the last one is ever added.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={place} className={styles['person']}>
            <TextInput label="ФИО" required {...form.field(`representatives.${place}.full_name`)} />
            <TextInput
              label="Основание"
              required
              placeholder="Доверенность"
              {...form.field(`representatives.${place}.authority`)}
            />
            <TextInput label="Номер" {...form.field(`representatives.${place}.number`)} />
            <DateInput label="От" {...form.field(`representatives.${place}.date`)} />
            <DateInput
              label={one.valid_until && one.valid_until < today() ? 'Истекла' : 'Действует до'}
              {...form.field(`representatives.${place}.valid_until`)}
            />
            <ActionIcon
              variant="subtle"
              size="lg"
              aria-label={`Убрать представителя ${one.full_name}`}
              onClick={() => form.kit.removeListItem('representatives', place)}
            >
              <Trash2 size={16} aria-hidden />
            </ActionIcon>
          </div>
        ))}
        {list.length < MOST && (
          <Button
            variant="default"
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => form.kit.insertListItem('representatives', newRepresentative)}
          >
            Добавить представителя
          </Button>
        )}
      </div>
    </FieldGroup>
  )
}
