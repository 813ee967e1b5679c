import { Tabs } from '@mantine/core'
import { company } from '#contract/company/company.ts'
import { useCall } from '#web/api/use-call.ts'
import { openDialog } from '#web/ui/dialogs/ask.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { FilePart } from './file-part.tsx'
import { ModulesForm } from './modules-form.tsx'
import { RoutesForm } from './routes-form.tsx'
import { RulesForm } from './rules-form.tsx'
import styles from './settings.module.css'

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
