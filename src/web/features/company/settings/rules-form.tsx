import type { CompanyCard } from '#contract/company/company-entities.ts'
import { companyChange, updateCompanyBody } from '#contract/company/company-change.ts'
import { company } from '#contract/company/company.ts'
import { ruleFields, templateFields } from '#contract/company/setting-fields.ts'
import { useSend } from '#web/api/use-send.ts'
import { useRecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { changedSettings } from './changed-settings.ts'
import { SettingGroup } from './setting-group.tsx'

type Values = Record<string, unknown> & {
  settings: Pick<CompanyCard['settings'], 'rules' | 'templates'>
}

/** The company's own rules (domain.md 13.3) and the forms of its documents. */
export function RulesForm({ card }: { card: CompanyCard }) {
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
