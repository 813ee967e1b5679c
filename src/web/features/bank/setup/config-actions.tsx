import { Button } from '@mantine/core'
import type { BankConfig } from '#contract/bank/bank-entities.ts'
import { bankSetUp, type ConfigCard } from '#contract/bank/bank-set-up.ts'
import { company } from '#contract/company/company.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { ActionButton } from '#web/ui/layout/action-button.tsx'
import { whyNotActive } from './config-status.ts'
import styles from './setup.module.css'

const REFRESHED = [company.get, bankSetUp.getConfig]

// The forms are loaded with the first press.
const loadRules = () => import('./config-rules.tsx')
const loadEdit = () => import('./edit-config.tsx')

interface ConfigActionsProps {
  card: ConfigCard
  /** All agreements of the company. */
  configs: readonly BankConfig[]
}

/** What may be done with an agreement in its state; drawn for those who hold `company.manage`. */
export function ConfigActions({ card, configs }: ConfigActionsProps) {
  const { config } = card
  const place = { companyId: config.company_id, bankConfigId: config.id }
  const isStopped = config.circuit === 'stopped'
  const isOpen = config.status === 'active' && !isStopped
  return (
    <div className={styles['buttons']}>
      <StatusActions card={card} />
      <Button
        variant="default"
        onClick={() => void loadEdit().then((form) => form.openEditConfig(place))}
      >
        Изменить
      </Button>
      <Button
        variant="default"
        onClick={() => void loadRules().then((form) => form.openLimits(config))}
      >
        Пределы
      </Button>
      {isOpen && (
        <Button
          variant="default"
          onClick={() => void loadRules().then((form) => form.openDefaults(config, configs))}
        >
          Основной для…
        </Button>
      )}
      {(config.status === 'draft' || config.status === 'disabled') && (
        <RemoveConfig config={config} usedBy={card.used_by} />
      )}
    </div>
  )
}

function StatusActions({ card }: { card: ConfigCard }) {
  const { config } = card
  const save = useSend(company.setBankConfigStatus, { refreshes: REFRESHED })
  const move = async (status: 'testing' | 'active' | 'disabled', said: string, reason?: string) => {
    const moved = await save.send({
      body: {
        companyId: config.company_id,
        bankConfigId: config.id,
        new_status: status,
        ...(reason && { reason }),
      },
    })
    if (moved) return toast.success(said)
    const refusal = save.lastRefusal()
    if (refusal) await ask.error({ title: 'Не получилось', error: refusal })
    return undefined
  }
  const stop = async () => {
    const reason = await ask.textarea({
      title: `Остановить выплаты: ${config.title}`,
      label: 'Причина',
      hint: 'Новые выплаты с этого счёта будут запрещены, начатые дойдут до конца. Причину увидят сотрудники компании.',
      min: 5,
      max: 300,
      main: 'Остановить',
    })
    if (reason !== undefined) await move('disabled', 'Выплаты остановлены', reason)
  }
  const start = async () => {
    const isSure = await ask.confirm({
      title: `Разрешить выплаты: ${config.title}`,
      text: 'С этого счёта сотрудники смогут платить поставщикам.',
      main: 'Разрешить выплаты',
      ...(config.off_reason && {
        facts: [{ label: 'Был остановлен', value: config.off_reason }],
      }),
    })
    if (isSure) await move('active', 'Выплаты разрешены')
  }
  const isStopped = config.circuit === 'stopped'
  const isChecking = save.sending
  return (
    <>
      {(config.status !== 'active' || isStopped) && (
        <Button
          {...(config.status === 'testing' && !isStopped && { variant: 'default' })}
          loading={isChecking}
          disabled={card.bank_status === 'disabled'}
          onClick={() =>
            void move('testing', card.provider.by_file ? 'Реквизиты верны' : 'Связь с банком есть')
          }
        >
          {card.provider.by_file ? 'Проверить реквизиты' : 'Проверить связь'}
        </Button>
      )}
      {config.status === 'testing' && (
        <ActionButton
          loading={isChecking}
          disabledReason={whyNotActive(card)}
          onClick={() => void start()}
        >
          {config.off_reason ? 'Возобновить выплаты' : 'Разрешить выплаты'}
        </ActionButton>
      )}
      {config.status === 'active' && (
        <Button variant="default" loading={isChecking} onClick={() => void stop()}>
          Остановить
        </Button>
      )}
    </>
  )
}

/** A token of a card is known to the bank of its agreement alone, so an agreement with cards stays, stopped. */
function RemoveConfig({ config, usedBy }: { config: BankConfig; usedBy: readonly string[] }) {
  const remove = useSend(company.deleteBankConfig, { refreshes: [company.get] })
  const run = async () => {
    const isSure = await ask.confirm({
      title: `Удалить счёт: ${config.title}`,
      text: 'Его ключи и пределы исчезнут. Выплат с него не было.',
      main: 'Удалить',
      danger: true,
    })
    if (!isSure) return
    const query = { companyId: config.company_id, bankConfigId: config.id }
    if (await remove.send({ query })) toast.success('Счёт удалён')
    else if (remove.lastRefusal())
      await ask.error({ title: 'Счёт не удалён', error: remove.lastRefusal()! })
  }
  return (
    <ActionButton
      variant="default"
      data-danger
      loading={remove.sending}
      disabledReason={
        usedBy.length > 0
          ? `Удалить нельзя, по ней есть записи: ${usedBy.join(', ')}. Она не платит и остаётся в списке`
          : undefined
      }
      onClick={() => void run()}
    >
      Удалить
    </ActionButton>
  )
}
