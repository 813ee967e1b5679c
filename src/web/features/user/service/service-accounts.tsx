import { Button } from '@mantine/core'
import type { Company } from '#contract/company/company-entities.ts'
import { serviceAccounts, type ServiceAccount } from '#contract/user/service-accounts.ts'
import { servicePermissions } from '#contract/user/service-permissions.ts'
import { paths } from '#contract/screen-paths.ts'
import { quote } from '#contract/words/quote.ts'
import { useCall } from '#web/api/use-call.ts'
import { useMay } from '#web/api/use-may.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask, openDialog } from '#web/ui/dialogs/ask.ts'
import { Badge } from '#web/ui/feedback/status-badge.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Section } from '../card/section.tsx'
import { showWebhooks } from '../webhook/webhooks.tsx'
import { openAccountForm, openKeyForm } from './account-form.tsx'
import { KeysTable } from './keys-table.tsx'
import rows from '../rows.module.css'
import styles from './service.module.css'

export function showServiceAccounts(company: Company): Promise<void> {
  const title = `Подключения программ: ${company.short_name}`
  return openDialog({ title, width: 960 }, () => <ServiceAccounts company={company} />)
}

/** Programs of a company: what each may do, its keys and when they were last used. */
function ServiceAccounts({ company }: { company: Company }) {
  const read = useCall(
    serviceAccounts.superGetServiceAccounts,
    { query: { companyId: company.id } },
    { quiet: true },
  )
  const mayManage = useMay('user.manage')
  return (
    <div className={styles['accounts']}>
      <p className={rows['hint']}>
        Программа (1С, отчётность, сайт) обращается к данным этой компании по своему ключу. Она не
        входит по паролю, ничего не подтверждает и не отправляет выплаты.{' '}
        <a href={`${paths.account}?page=api`} target="_blank" rel="noreferrer">
          Описание API
        </a>
      </p>
      <div className={rows['buttons']}>
        {mayManage && (
          <Button onClick={() => void openAccountForm(company.id)}>Новое подключение</Button>
        )}
        <Button variant="default" onClick={() => void showWebhooks(company)}>
          События
        </Button>
      </div>
      <Section read={read} empty="Подключённых программ ещё нет.">
        {(accounts) =>
          accounts.map((account) => (
            <Account key={account.id} account={account} mayManage={mayManage} />
          ))
        }
      </Section>
    </div>
  )
}

interface AccountProps {
  account: ServiceAccount
  mayManage: boolean
}

function Account({ account, mayManage }: AccountProps) {
  const { id, version, title, status, permissions } = account
  const update = useSend(serviceAccounts.superUpdateServiceAccount, {
    refreshes: [serviceAccounts.superGetServiceAccounts],
  })
  const isActive = status === 'active'
  const move = async () => {
    const main = isActive ? 'Заблокировать' : 'Разблокировать'
    const text = isActive
      ? 'Все его ключи перестанут действовать сразу. Разблокировать можно в любой момент.'
      : 'Неистёкшие ключи снова начнут действовать.'
    if (!(await ask.confirm({ title: `${main} ${quote(title)}?`, text, main, danger: isActive })))
      return
    const body = { id, version, status: isActive ? ('blocked' as const) : ('active' as const) }
    if (await update.send({ body })) toast.success(isActive ? 'Заблокировано' : 'Разблокировано')
  }
  return (
    <section className={styles['account']} aria-label={title}>
      <header className={styles['head']}>
        <h3>{title}</h3>
        <Badge
          tone={isActive ? 'green' : 'gray'}
          label={isActive ? 'Действует' : 'Заблокировано'}
          icon={isActive ? 'check' : 'stop'}
        />
        {mayManage && (
          <span className={`${rows['buttons']} ${styles['ends']}`}>
            <Button variant="default" onClick={() => void openKeyForm(account)}>
              Новый ключ
            </Button>
            <Button variant="default" onClick={() => void openAccountForm(account)}>
              Изменить
            </Button>
            <Button variant="default" loading={update.sending} onClick={() => void move()}>
              {isActive ? 'Заблокировать' : 'Разблокировать'}
            </Button>
          </span>
        )}
      </header>
      <p className={rows['hint']}>
        {permissions.map((code) => servicePermissions[code].title).join(' · ')}
      </p>
      <KeysTable account={account} mayManage={mayManage} />
    </section>
  )
}
