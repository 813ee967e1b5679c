import { Button } from '@mantine/core'
import { company } from '#contract/company/company.ts'
import { useCall } from '#web/api/use-call.ts'
import { useMay } from '#web/api/use-may.ts'
import { useChosenCompany } from '#web/features/company/company-choice.ts'
import { CompanyPicker } from '#web/features/company/company-picker.tsx'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { useKeys } from '#web/ui/keyboard/keys.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/tile.tsx'
import styles from './bank-configuration.module.css'
import { ConfigCard } from './setup/config-card.tsx'

/** Agreements of one company with banks, from an empty one to payments. */
export function Component() {
  const { companies, chosen } = useChosenCompany()
  const one = useCall(company.get, { query: { id: chosen?.id ?? '' } }, { when: !!chosen })
  const companyId = chosen?.id
  const mayManage = useMay('company.manage') && companyId !== undefined
  const add = () => void (companyId && openNew(companyId))
  useKeys(mayManage ? [{ hotkey: 'create', label: 'Добавить счёт', run: add }] : [])
  if (one.error) throw one.error
  return (
    <Page
      title="Счета в банках"
      actions={
        <>
          <CompanyPicker companies={companies} chosen={chosen} />
          {mayManage && (
            <Button title="Insert" onClick={add}>
              Добавить счёт
            </Button>
          )}
        </>
      }
    >
      {!one.data ? (
        <Waiting />
      ) : one.data.bank_configs.length === 0 ? (
        <Panel title="Настроек нет">
          <p>У этой компании нет договора ни с одним банком: платить через неё нельзя.</p>
        </Panel>
      ) : (
        <div className={styles['cards']}>
          {one.data.bank_configs.map((config) => (
            <ConfigCard key={config.id} config={config} configs={one.data!.bank_configs} />
          ))}
        </div>
      )}
    </Page>
  )
}

// The form is loaded with the first press.
const openNew = async (companyId: string) =>
  (await import('./setup/new-config.tsx')).openNewConfig(companyId)
