import { bank, type Bank } from '#contract/bank/bank.ts'
import { CallError } from '#web/state/call-error.ts'
import { send } from '#web/api/send.ts'
import { refresh } from '#web/api/use-call.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'

/** Switches a bank off or on after telling what that forbids. */
export async function switchBank(one: Bank): Promise<void> {
  const isOn = one.status === 'active'
  const configs = one.configs_count ?? 0
  const isSure = await ask.confirm({
    title: `${isOn ? 'Отключить' : 'Включить'} банк: ${one.name}`,
    text: isOn
      ? `Ни одна компания не сможет платить через него; начатые выплаты дойдут до конца. Счетов компаний в этом банке: ${configs}.`
      : `Снова можно будет платить с работающих счетов: ${configs}.`,
    main: isOn ? 'Отключить' : 'Включить',
    danger: isOn,
  })
  if (!isSure) return
  const answer = await send(bank.setStatus, {
    body: { id: one.id, new_status: isOn ? 'disabled' : 'active' },
  }).catch((error: unknown) => error)
  if (answer instanceof CallError) {
    await ask.error({ title: 'Не получилось', error: answer })
    return
  }
  if (answer instanceof Error) throw answer
  await refresh([bank.getAll])
  toast.success(isOn ? 'Банк отключён' : 'Банк включён')
}
