import { Tabs } from '@mantine/core'
import { company } from '#contract/company/company.ts'
import { useCall } from '#web/api/use-call.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { FilePart } from './file-part.tsx'
import { ModulesForm } from './modules-form.tsx'
import { RoutesForm } from './routes-form.tsx'
import styles from './settings.module.css'
import type { CompanyCard } from '#contract/company/company-entities.ts'
import { companyChange, updateCompanyBody } from '#contract/company/company-change.ts'
import { ruleFields, templateFields } from '#contract/company/setting-fields.ts'
import { useSend } from '#web/api/use-send.ts'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { changedSettings } from './changed-settings.ts'
import { SettingGroup } from './setting-group.tsx'

/** Modules and rules of a company, each form of its own: what is typed in one stays while the other is shown. */
export function showSettings(id: string): Promise<void> {
  return openDialog({ title: 'Настройки компании', width: 960 }, () => <Settings id={id} />)
}

/** The forms follow the record: settings changed by another user are merged with what was typed. */
function Settings({ id }: { id: string }) {
  const one = useCall(company.get, { query: { id } }, { quiet: true })
  if (one.error && !one.data) return <p>{one.error.message}</p>
  if (!one.data) return <Waiting />
  const card = one.data
  return (
    <Tabs defaultValue="modules" keepMountedMode="display-none">
      <Tabs.List>
        <Tabs.Tab value="modules">Модули</Tabs.Tab>
        <Tabs.Tab value="rules">Правила</Tabs.Tab>
        <Tabs.Tab value="routes">Маршруты</Tabs.Tab>
        <Tabs.Tab value="file">Файл настроек</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="modules" className={styles['panel']}>
        <ModulesForm card={card} />
      </Tabs.Panel>
      <Tabs.Panel value="rules" className={styles['panel']}>
        <RulesForm card={card} />
      </Tabs.Panel>
      <Tabs.Panel value="routes" className={styles['panel']}>
        <RoutesForm card={card} />
      </Tabs.Panel>
      <Tabs.Panel value="file" className={styles['panel']}>
        <FilePart card={card} />
      </Tabs.Panel>
    </Tabs>
  )
}

type Values = Record<string, unknown> & {
  settings: Pick<CompanyCard['settings'], 'rules' | 'templates'>
}

/** The company's own rules (domain.md 13.3) and the forms of its documents. */
function RulesForm({ card }: { card: CompanyCard }) {
  const save = useSend(companyChange.update, { refreshes: [company.get, company.getAll] })
  const { id, version } = card
  const { rules, templates } = card.settings
  const form = useRecordForm({
    schema: updateCompanyBody,
    initial: { settings: { rules, templates } } as Values,
    version,
    toBody: ({ settings }) => ({
      id,
      version,
      settings: {
        rules: changedSettings(rules, settings.rules),
        templates: changedSettings(templates, settings.templates),
      },
    }),
  })
  return (
    <SaveForm form={form} save={save} saved={() => {}} said="Правила сохранены">
      {ruleFields().map(({ title, fields }) => (
        <SettingGroup key={title} title={title} fields={fields} form={form} />
      ))}
      <SettingGroup title="Формы документов" fields={templateFields()} form={form} />
    </SaveForm>
  )
}
