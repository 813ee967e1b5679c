import { Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { addDays, isDay } from '#contract/requisites/calendar.ts'
import { passportExpiresOn } from '#contract/requisites/passport.ts'
import { FieldGroup, Fields } from '#web/ui/form/form.tsx'
import { day, today } from '#web/ui/format.ts'
import { DateInput } from '#web/ui/inputs/date-input.tsx'
import { PassportInput } from '#web/ui/inputs/masked-inputs.tsx'
import type { RecordForm } from '#web/ui/form/record-form.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { docTypeOptions, type DocValues, type SupplierValues } from './supplier-values.ts'
import styles from '../supplier.module.css'

type Props = { form: RecordForm<SupplierValues> }

/** An identity document; `document`, the saved document if there is one, is shown above the fields. */
export function DocFields({ form, document }: Props & { document?: ReactNode }) {
  const russian = form.values.doc.type === 'rf_passport'
  return (
    <FieldGroup title="Документ">
      {document}
      <Fields columns={russian ? 4 : 3}>
        <DocNumber form={form} path="doc" doc={form.values.doc} />
        {!russian && <DateInput label="Действует до" {...form.field('doc_expires_on')} />}
      </Fields>
      <Fields columns={2}>
        <TextInput label="Кем выдан" {...form.field('doc.issued_by')} />
        {russian && <Expiry values={form.values} />}
      </Fields>
    </FieldGroup>
  )
}

interface DocNumberProps extends Props {
  /** Path of the document in the form's values. */
  path: string
  doc: DocValues
}

/** Kind, number, day and code of a document: all but who gave it out. */
export function DocNumber({ form, path, doc }: DocNumberProps) {
  const russian = doc.type === 'rf_passport'
  const code = `${path}.dept_code`
  return (
    <>
      <Select
        label="Вид документа"
        data={docTypeOptions}
        allowDeselect={false}
        {...form.field(`${path}.type`)}
      />
      {russian ? (
        <RussianPassport form={form} path={path} doc={doc} />
      ) : (
        <OtherNumber form={form} path={path} />
      )}
      <DateInput label="Выдан" {...form.field(`${path}.issued_at`)} />
      {russian && (
        <TextInput
          label="Код подразделения"
          placeholder="770-001"
          maxLength={7}
          {...form.field(code)}
          onChange={(event) => putValue(form, code, deptCode(event.currentTarget.value))}
        />
      )}
    </>
  )
}

// The kit knows paths of lists by their shape alone, not one that was put together.
function putValue(form: RecordForm<SupplierValues>, path: string, value: string): void {
  form.kit.setFieldValue(path as 'doc.number', value)
}

/** The term of a Russian passport is not written in it: it follows from birth and issue (domain.md 2.4). */
function Expiry({ values }: { values: SupplierValues }) {
  const { birth_date: birth, doc } = values
  // A text that is no date stays in the field until it is corrected.
  const known = birth && doc.issued_at && isDay(birth) && isDay(doc.issued_at)
  const last = known ? passportExpiresOn(birth, doc.issued_at!) : undefined
  return (
    <div className={styles['term']}>
      <span>Действует до</span>
      <p>
        {!known ? (
          <span className={styles['dim']}>по датам рождения и выдачи</span>
        ) : (
          <>
            {last ? day(last) : 'бессрочно'} <Term last={last ?? null} />
          </>
        )}
      </p>
    </div>
  )
}

// How long before the end of the term a warning is shown: issuing a new passport may take as long.
const SOON_DAYS = 60

/** Says that a document has run out or is about to. */
export function Term({ last }: { last: string | null }) {
  if (!last) return null
  const now = today()
  if (last < now) return <Badge tone="red" label="Истёк" icon="stop" />
  if (last > addDays(now, SOON_DAYS)) return null
  return <Badge tone="yellow" label="Скоро истечёт" icon="clock" />
}

/** Ten digits in one field, stored as series and number. */
function RussianPassport({ form, path, doc }: DocNumberProps) {
  const { errors } = form.kit
  return (
    <PassportInput
      label="Серия и номер"
      {...form.field(`${path}.number`)}
      data-also={`${path}.series`}
      value={doc.series + doc.number}
      error={errors[`${path}.number`] ?? errors[`${path}.series`]}
      onChange={(digits) => {
        const typed = digits ?? ''
        putValue(form, `${path}.series`, typed.slice(0, 4))
        putValue(form, `${path}.number`, typed.slice(4))
      }}
    />
  )
}

function OtherNumber({ form, path }: Props & { path: string }) {
  return (
    <>
      <TextInput label="Серия" maxLength={20} {...form.field(`${path}.series`)} />
      <TextInput label="Номер" maxLength={30} {...form.field(`${path}.number`)} />
    </>
  )
}

function deptCode(text: string): string {
  const digits = text.replaceAll(/\D/g, '').slice(0, 6)
  return digits.length > 3 ? `${digits.slice(0, 3)}-${digits.slice(3)}` : digits
}
