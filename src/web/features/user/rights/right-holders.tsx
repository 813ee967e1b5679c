import { type Action } from '#contract/user/user-access.ts'
import { userRights } from '#contract/user/user-rights.ts'
import { useCall } from '#web/api/use-call.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import { CONFIRM_LABELS, reasonText } from './access-labels.ts'
import styles from './rights.module.css'

interface RightHoldersProps {
  companyId: string | null
  action: Action
}

/** All people of the company with the answer for one right and the rule that gives it. */
export function RightHolders({ companyId, action }: RightHoldersProps) {
  const isPlatform = action.access?.some((row) => row.subject_code === 'SUPERVISOR') ?? false
  const isAsked = companyId !== null || isPlatform
  const holders = useCall(
    userRights.superGetRightHolders,
    { query: { actionId: action.id, ...(companyId !== null && { companyId }) } },
    { when: isAsked, quiet: true },
  )
  if (!isAsked)
    return <p className={styles['hint']}>Выберите компанию, чтобы увидеть её сотрудников.</p>
  if (holders.error) return <p role="alert">{holders.error.message}</p>
  if (!holders.data) return <Waiting />
  if (holders.data.length === 0) return <p className={styles['hint']}>Сотрудников пока нет.</p>
  return (
    <table className={styles['rows']}>
      <thead>
        <tr>
          <th scope="col">Сотрудник</th>
          <th scope="col">Может</th>
          <th scope="col">Почему</th>
        </tr>
      </thead>
      <tbody>
        {holders.data.map((holder) => (
          <tr key={holder.user.id}>
            <th scope="row">{holder.user.full_name}</th>
            <td>
              {holder.allowed && holder.user.status === 'active'
                ? `Да. ${CONFIRM_LABELS[holder.confirm]}`
                : 'Нет'}
            </td>
            <td>{reasonText(holder)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
