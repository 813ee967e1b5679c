import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { company } from '#contract/company/company.ts'
import { useSend } from '#web/api/use-send.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { FieldGroup, Fields } from '#web/ui/form/form.tsx'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { Contacts, Licence, Numbers, requisites, type Requisites } from './company-form.tsx'

type Values = Requisites & { site: { name: string; address: string } }

const ZONE = 'Europe/Moscow'

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
  const save = useSend(company.create, { refreshes: [company.getAll] })
  const form = useRecordForm({
    schema: company.create.body,
    initial: {
      ...(Object.fromEntries(requisites.map((name) => [name, ''])) as Requisites),
      director_position: 'Директор',
      timezone: ZONE,
      site: { name: 'Площадка 1', address: '' },
    } as Values,
    toBody: (values) => ({
      client_id: clientId,
      ...Object.fromEntries(
        requisites.flatMap((name) => (values[name] ? [[name, values[name]]] : [])),
      ),
      sites: [{ ...values.site, is_default: true }],
    }),
    check: ({ site }) => ({
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
      <Contacts form={form} zone={ZONE} />
      <FieldGroup title="Первая площадка">
        <Fields columns={2}>
          <TextInput label="Название площадки" required {...form.field('site.name')} />
          <TextInput label="Адрес площадки" required {...form.field('site.address')} />
        </Fields>
      </FieldGroup>
      <Licence form={form} />
    </SaveForm>
  )
}
