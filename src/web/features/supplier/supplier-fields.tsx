import { Select, Textarea, TextInput } from '@mantine/core'
import { FieldGroup, Fields } from '#web/ui/form.tsx'
import { DateInput } from '#web/ui/inputs/date-input.tsx'
import { InnInput, PassportInput, PhoneInput, SnilsInput } from '#web/ui/inputs/masked-inputs.tsx'
import type { RecordForm } from '#web/ui/record-form.ts'
import { docTypeOptions, type SupplierValues } from './supplier-values.ts'
import styles from './supplier.module.css'

type Props = { form: RecordForm<SupplierValues> }

/** The fields of one kind of supplier: an organisation's requisites, or a person with his document. */
export function SupplierFields({ form, docKept }: Props & { docKept?: string | undefined }) {
  const { type } = form.values
  return (
    <>
      {type === 'company' ? <CompanyFields form={form} /> : <PersonFields form={form} />}
      {type !== 'company' && <DocFields form={form} kept={docKept} />}
      <FieldGroup title="Связь">
        <Fields columns={2}>
          <PhoneInput label="Мобильный телефон" mobile {...form.field('phone')} />
          <TextInput label="Эл. почта" type="email" autoComplete="off" {...form.field('email')} />
        </Fields>
        <Textarea label="Примечание" autosize={false} rows={2} {...form.field('comment')} />
      </FieldGroup>
    </>
  )
}

function CompanyFields({ form }: Props) {
  return (
    <FieldGroup title="Организация">
      <TextInput label="Название" required {...form.field('org_name')} />
      <Fields columns={3}>
        <InnInput label="ИНН" length={10} {...form.field('inn')} />
        <TextInput label="КПП" inputMode="numeric" maxLength={9} {...form.field('kpp')} />
        <TextInput label="ОГРН" inputMode="numeric" maxLength={13} {...form.field('ogrn')} />
      </Fields>
      <TextInput label="Юридический адрес" {...form.field('org_address')} />
    </FieldGroup>
  )
}

function PersonFields({ form }: Props) {
  return (
    <FieldGroup title="Человек">
      <Fields columns={3}>
        <TextInput
          label="Фамилия"
          required
          data-autofocus
          autoComplete="off"
          {...form.field('last_name')}
        />
        <TextInput label="Имя" required autoComplete="off" {...form.field('first_name')} />
        <TextInput label="Отчество" autoComplete="off" {...form.field('middle_name')} />
        <DateInput label="Дата рождения" {...form.field('birth_date')} />
        <TextInput label="Место рождения" {...form.field('birth_place')} />
        <TextInput label="Гражданство" maxLength={2} {...form.field('citizenship')} />
        <InnInput label="ИНН" length={12} {...form.field('inn')} />
        <SnilsInput label="СНИЛС" {...form.field('snils')} />
        {form.values.type === 'ip' && (
          <TextInput label="ОГРНИП" inputMode="numeric" maxLength={15} {...form.field('ogrn')} />
        )}
      </Fields>
      <TextInput label="Адрес регистрации" {...form.field('reg_address')} />
    </FieldGroup>
  )
}

function DocFields({ form, kept }: Props & { kept: string | undefined }) {
  const russian = form.values.doc.type === 'rf_passport'
  return (
    <FieldGroup title="Документ">
      {kept && (
        <p className={styles['hint']}>
          Записан {kept}. Чтобы заменить его, заполните поля ниже, чтобы оставить — не трогайте их.
        </p>
      )}
      <Fields columns={3}>
        <Select
          label="Вид документа"
          data={docTypeOptions}
          allowDeselect={false}
          {...form.field('doc.type')}
        />
        {russian ? <RussianPassport form={form} /> : <OtherNumber form={form} />}
        <DateInput label="Выдан" {...form.field('doc.issued_at')} />
        {russian ? (
          <TextInput
            label="Код подразделения"
            placeholder="770-001"
            maxLength={7}
            {...form.field('doc.dept_code')}
            onChange={(event) =>
              form.kit.setFieldValue('doc.dept_code', deptCode(event.currentTarget.value))
            }
          />
        ) : (
          <DateInput label="Действует до" {...form.field('doc_expires_on')} />
        )}
      </Fields>
      <TextInput label="Кем выдан" {...form.field('doc.issued_by')} />
    </FieldGroup>
  )
}

/** Ten digits in one field, kept as series and number. */
function RussianPassport({ form }: Props) {
  const { series, number } = form.values.doc
  return (
    <PassportInput
      label="Серия и номер"
      {...form.field('doc.number')}
      value={series + number}
      error={form.kit.errors['doc.number'] ?? form.kit.errors['doc.series']}
      onChange={(digits) => {
        const typed = digits ?? ''
        form.kit.setFieldValue('doc.series', typed.slice(0, 4))
        form.kit.setFieldValue('doc.number', typed.slice(4))
      }}
    />
  )
}

function OtherNumber({ form }: Props) {
  return (
    <>
      <TextInput label="Серия" maxLength={20} {...form.field('doc.series')} />
      <TextInput label="Номер" maxLength={30} {...form.field('doc.number')} />
    </>
  )
}

function deptCode(text: string): string {
  const digits = text.replaceAll(/\D/g, '').slice(0, 6)
  return digits.length > 3 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : digits
}
