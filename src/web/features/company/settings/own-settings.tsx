import { Button } from '@mantine/core'
import type { CompanyCard } from '#contract/company/company-entities.ts'
import { ownCompany } from '#contract/company/own-company.ts'
import { moduleFields, ruleFields, type SettingField } from '#contract/company/setting-fields.ts'
import { moduleSpecs } from '#contract/company/module-specs.ts'
import { useCall } from '#web/api/use-call.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { FieldGroup } from '#web/ui/form/form.tsx'
import { Facts } from '#web/ui/layout/facts.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { openRules } from '../../device/rules-form.tsx'
import { settingAt, settingText } from './setting-text.ts'
import styles from './settings.module.css'

/** What a manager's own company keeps to: read, but for the rules of weighing, which a manager sets. */
export function showOwnSettings(): Promise<void> {
  return openDialog({ title: 'Настройки компании', width: 960 }, () => <OwnSettings />)
}

function OwnSettings() {
  const own = useCall(ownCompany.getOwn, {}, { quiet: true })
  if (own.error && !own.data) return <p>{own.error.message}</p>
  if (!own.data) return <Waiting />
  const { id, settings } = own.data
  const isOn = (tag: CompanyCard['settings']['modules'][number]) => settings.modules.includes(tag)
  return (
    <div className={styles['panel']}>
      <p className={styles['quiet']}>
        Правила взвешивания меняете вы, остальное — администратор платформы.
      </p>
      <div>
        <Button variant="default" data-autofocus onClick={() => void openRules(id)}>
          Правила взвешивания
        </Button>
      </div>
      {ruleFields().map(({ title, fields }) => (
        <SettingFacts key={title} title={title} fields={fields} settings={settings} />
      ))}
      {moduleSpecs
        .filter(({ tag }) => isOn(tag) && moduleFields(tag).length > 0)
        .map(({ tag, title }) => (
          <SettingFacts key={tag} title={title} fields={moduleFields(tag)} settings={settings} />
        ))}
    </div>
  )
}

interface SettingFactsProps {
  title: string
  fields: readonly SettingField[]
  settings: CompanyCard['settings']
}

function SettingFacts({ title, fields, settings }: SettingFactsProps) {
  return (
    <FieldGroup title={title}>
      <Facts
        facts={fields.map((setting) => ({
          label: setting.label,
          value: settingText(setting, settingAt(settings, setting.path)),
        }))}
      />
    </FieldGroup>
  )
}
