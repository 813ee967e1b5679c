import type { ReactNode } from 'react'
import type { Passkey } from '#contract/user/passkeys.ts'
import { dateTime } from '#web/ui/format.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import rows from '../rows.module.css'

interface PasskeysTableProps {
  keys: readonly Passkey[]
  renderActions?: (key: Passkey) => ReactNode
}

/** Keys of sign-in: by name, with what holds them and when they were used. */
export function PasskeysTable({ keys, renderActions }: PasskeysTableProps) {
  return (
    <table className={`${rows['table']} ${stacked['stacked']}`}>
      <thead>
        <tr>
          <th scope="col">Название</th>
          <th scope="col">Где хранится</th>
          <th scope="col">Добавлен</th>
          <th scope="col">Последний вход</th>
          {renderActions && (
            <th scope="col">
              <span className="visually-hidden">Действия</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row" data-whole>
              {key.name}
            </th>
            <td data-label="Где хранится:">{key.device}</td>
            <td data-label="Добавлен:">{dateTime(key.created_at)}</td>
            <td data-label="Последний вход:">
              {key.last_used_at ? dateTime(key.last_used_at) : 'Ещё не было'}
            </td>
            {renderActions && (
              <td data-end data-whole>
                {renderActions(key)}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
