import { Checkbox } from '@mantine/core'
import type { CompanyCard } from '#contract/company/company-entities.ts'
import { companyChange, updateCompanyBody } from '#contract/company/company-change.ts'
import { company } from '#contract/company/company.ts'
import { moduleFields } from '#contract/company/setting-fields.ts'
import type { ModuleTag } from '#contract/core/module-tags.ts'
import { moduleSpecs, type ModuleSpec } from '#contract/company/module-specs.ts'
import { modules as moduleCalls } from '#contract/core/modules.ts'
import { useCall } from '#web/api/use-call.ts'
import { useSend } from '#web/api/use-send.ts'
import { FieldGroup } from '#web/ui/form/form.tsx'
import { useRecordForm, type RecordForm } from '#web/ui/form/record-form.ts'
import { SaveForm } from '#web/ui/form/save-form.tsx'
import { changedGroups } from './changed-settings.ts'
import { SettingGroup } from './setting-group.tsx'
import styles from './settings.module.css'

type Values = Record<string, unknown> & {
  settings: Pick<CompanyCard['settings'], 'modules' | 'modules_cfg'>
}

/** Which parts of the product the company has, and the settings of those that are on. */
export function ModulesForm({ card }: { card: CompanyCard }) {
  const save = useSend(companyChange.update, { refreshes: [company.get, company.getAll] })
  const offered = useCall(moduleCalls.superGetAll, {}, { quiet: true })
  const specs = offered.data ?? moduleSpecs
  const { id, version } = card
  const { modules, modules_cfg } = card.settings
  const form = useRecordForm({
    schema: updateCompanyBody,
    initial: { settings: { modules, modules_cfg } } as Values,
    version,
    toBody: ({ settings }) => ({
      id,
      version,
      settings: {
        ...(settings.modules.join() !== modules.join() && { modules: settings.modules }),
        modules_cfg: changedGroups(modules_cfg, settings.modules_cfg),
      },
    }),
  })
  const isOn = (tag: ModuleTag) => form.values.settings.modules.includes(tag)
  return (
    <SaveForm form={form} save={save} saved={() => {}} said="Модули сохранены">
      <ModuleSwitches form={form} specs={specs} />
      {specs
        .filter(({ tag }) => isOn(tag) && moduleFields(tag).length > 0)
        .map(({ tag, title }) => (
          <SettingGroup key={tag} title={title} fields={moduleFields(tag)} form={form} />
        ))}
    </SaveForm>
  )
}

interface ModuleSwitchesProps {
  form: RecordForm<Values>
  specs: readonly ModuleSpec[]
}

/** What a module needs is named beside it, and the server refuses one without it. */
function ModuleSwitches({ form, specs }: ModuleSwitchesProps) {
  const titleOf = (tag: ModuleTag) => specs.find((spec) => spec.tag === tag)?.title ?? tag
  return (
    <FieldGroup title="Что включено">
      <Checkbox.Group aria-label="Модули" data-label="Модули" {...form.field('settings.modules')}>
        <div className={styles['modules']}>
          {specs.map(({ tag, title, requires }) => (
            <Checkbox
              key={tag}
              value={tag}
              label={title}
              description={requires.length > 0 ? `Нужны: ${requires.map(titleOf).join(', ')}` : ''}
            />
          ))}
        </div>
      </Checkbox.Group>
    </FieldGroup>
  )
}
