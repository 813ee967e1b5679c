import { Button } from '@mantine/core'
import {
  serviceAccounts,
  type ServiceAccount,
  type ServiceKey,
} from '#contract/user/service-accounts.ts'
import { useSend } from '#web/api/use-send.ts'
import { ask } from '#web/ui/dialogs/ask.ts'
import { toast } from '#web/ui/feedback/toast.ts'
import { dateTime } from '#web/ui/format.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import rows from '../rows.module.css'

interface KeysTableProps {
  account: ServiceAccount
  mayManage: boolean
}

/** Keys of a program by their beginning, the newest first. */
export function KeysTable({ account, mayManage }: KeysTableProps) {
  const revoke = useSend(serviceAccounts.superRevokeServiceKey, {
    refreshes: [serviceAccounts.superGetServiceAccounts],
  })
  const end = async (key: ServiceKey) => {
    const confirmed = await ask.confirm({
      title: `Отозвать ключ ${key.hint}…?`,
      text: 'Следующее обращение с этим ключом получит отказ. Вернуть ключ нельзя.',
      main: 'Отозвать',
      danger: true,
    })
    if (!confirmed) return
    const body = { id: account.id, key_id: key.id }
    if (await revoke.send({ body })) toast.success('Ключ отозван')
  }
  return (
    <table className={`${rows['table']} ${stacked['stacked']}`}>
      <thead>
        <tr>
          <th scope="col">Ключ</th>
          <th scope="col">Действует</th>
          <th scope="col">Последнее обращение</th>
          <th scope="col">Выпустил</th>
          <th scope="col">
            <span className="visually-hidden">Действие</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {account.keys.map((key) => (
          <tr key={key.id} data-dead={key.state !== 'active' || undefined}>
            <th scope="row" data-whole>
              <code>{key.hint}…</code>
            </th>
            <td data-label="Действует:">{termText(key)}</td>
            <td data-label="Последнее обращение:">{lastUseText(key)}</td>
            <td data-label="Выпустил:">{key.created_by ?? ''}</td>
            <td data-end data-whole>
              {mayManage && key.state === 'active' && (
                <Button variant="default" onClick={() => void end(key)}>
                  Отозвать
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function termText(key: ServiceKey): string {
  if (key.state === 'revoked') return `отозван ${dateTime(key.revoked_at)}`
  return key.state === 'expired'
    ? `истёк ${dateTime(key.expires_at)}`
    : `до ${dateTime(key.expires_at)}`
}

function lastUseText({ last_used_at, last_address }: ServiceKey): string {
  return last_used_at ? `${dateTime(last_used_at)}, ${last_address}` : 'ещё не было'
}
