import { Fragment } from 'react'
import { userAccess } from '#contract/user/user-access.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import rows from './rows.module.css'
import styles from './account.module.css'

const CONFIRMS = {
  none: '',
  self: 'со своим пин-кодом',
  other: 'с пин-кодом другого сотрудника',
} as const

/** The rights one holds, in their folders, with the confirmation that each costs. */
export function OwnRights() {
  const { data, error, loading } = useCall(
    userAccess.getActions,
    { query: {} },
    { fresh: REFERENCE_MS },
  )
  if (loading) return <p className={rows['hint']}>Загрузка…</p>
  if (error || !data) return <p role="alert">{error?.message}</p>
  const folders = data.folders
    .filter((folder) => folder.code !== 'calls')
    .map((folder) => ({ ...folder, actions: folder.actions.filter((one) => one.mine.allowed) }))
    .filter((folder) => folder.actions.length > 0)
  if (folders.length === 0)
    return <p className={rows['hint']}>Прав пока нет. Их выдаёт администратор.</p>
  return (
    <table className={styles['rights']}>
      <tbody>
        {folders.map((folder) => (
          <Fragment key={folder.id}>
            <tr>
              <th colSpan={2} scope="rowgroup">
                {folder.title}
              </th>
            </tr>
            {folder.actions.map((action) => (
              <tr key={action.id}>
                <td>{action.title}</td>
                <td>{CONFIRMS[action.mine.confirm]}</td>
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}
