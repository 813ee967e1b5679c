import { Select, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { company } from '#contract/company/company.ts'
import { companyFields } from '#contract/company/company-record.ts'
import { configurationOf } from '#contract/company/company-configuration.ts'
import { MAX_COMPANIES } from './company-choice.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { FieldGroup, Fields } from '#web/ui/form/form.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { formBody, formValues } from '#web/ui/form/record-values.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { Contacts, Licence, Numbers } from './company-form.tsx'

/** Creates a company with its first site; it starts with the usual modules and is not yet at work. */
export function openNewCompany(created: (id: string) => void): Promise<void> {
  return openDialog({ title: 'Новая компания', width: 960 }, (close) => (
    <NewCompany
      created={(id) => {
        close()
        created(id)
      }}
    />
  ))
}

function NewCompany({ created }: { created: (id: string) => void }) {
  const [clientId] = useState(() => crypto.randomUUID())
  const [source, setSource] = useState<string | null>(null)
  const copied = useCall(company.get, { query: { id: source ?? '' } }, { when: source !== null })
  const save = useSend(company.create, { refreshes: [company.getAll] })
  const form = useRecordForm({
    schema: company.create.body,
    initial: {
      ...formValues(companyFields, undefined),
      director_position: 'Директор',
      site: { name: 'Площадка 1', address: '' },
    },
    toBody: (values) => ({
      client_id: clientId,
      ...formBody(companyFields, values),
      ...(source && copied.data && { settings: configurationOf(copied.data.settings).settings }),
      sites: [{ ...values.site, is_default: true }],
    }),
    check: ({ site }) => ({
      ...(source && !copied.data && { source: 'Настройки той компании ещё не прочитаны' }),
      ...(!site.name.trim() && { 'site.name': 'Заполните поле' }),
      ...(!site.address.trim() && { 'site.address': 'Заполните поле' }),
    }),
  })
  return (
    <SaveForm
      form={form}
      save={save}
      saved={({ id }) => created(id)}
      said="Компания создана. Осталось настроить и начать работу"
    >
      <Numbers form={form} />
      <Contacts form={form} zone={companyFields.timezone.start} />
      <FieldGroup title="Первая площадка">
        <Fields columns={2}>
          <TextInput label="Название площадки" required {...form.field('site.name')} />
          <TextInput label="Адрес площадки" required {...form.field('site.address')} />
        </Fields>
      </FieldGroup>
      <Licence form={form} />
      <FieldGroup title="Настройки">
        <SourceChoice
          source={source}
          choose={setSource}
          error={copied.data ? undefined : form.kit.errors['source']}
        />
        {source && !copied.data && (
          <p role="status">{copied.error?.message ?? 'Читаем настройки…'}</p>
        )}
      </FieldGroup>
    </SaveForm>
  )
}

interface SourceChoiceProps {
  source: string | null
  choose: (id: string | null) => void
  /** Why it could not be saved with this choice. */
  error: ReactNode
}

/** A set-up that has proved itself is copied; sites, devices, banks and prices are the new company's own. */
function SourceChoice({ source, choose, error }: SourceChoiceProps) {
  const all = useCall(company.getAll, {
    query: { filter: { sort: [['name', 'asc']], limit: MAX_COMPANIES, with: ['rows'] } },
  })
  return (
    <Select
      label="Взять настройки у компании"
      description="Модули, правила и формы документов; площадки, банки и цены у новой компании свои"
      placeholder="Обычные настройки"
      clearable
      searchable
      data={(all.data?.items ?? []).map(({ id, short_name }) => ({ value: id, label: short_name }))}
      value={source}
      onChange={choose}
      error={error}
      data-path="source"
    />
  )
}
