import { Fragment } from 'react'
import { Link } from 'react-router'
import { userAccess } from '#contract/user/user-access.ts'
import { userRights, type RightHolder } from '#contract/user/user-rights.ts'
import type { User } from '#contract/user/user-entities.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { paths } from '#contract/screen-paths.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import { isSuper, useStore } from '#web/state/store.ts'
import { money } from '#web/ui/format.ts'
import { CONFIRM_LABELS, reasonText } from '../rights/access-labels.ts'
import styles from './card.module.css'
import { Section } from './section.tsx'

/** The rights that a person holds now, each with the rule that gives it: by the same rules as every call. */
export function PersonRights({ person }: { person: User }) {
  const supervisor = useStore(isSuper)
  const { company_id } = person.info
  const companyId = company_id === null ? {} : { companyId: company_id }
  const holders = useCall(
    userRights.superGetRightHolders,
    { query: { ...companyId, userId: person.id } },
    { quiet: true },
  )
  const folders = useCall(
    userAccess.getActions,
    { query: companyId },
    { fresh: REFERENCE_MS, quiet: true },
  )
  const error = holders.error ?? folders.error
  const refetch = () => Promise.all([holders.refetch(), folders.refetch()])
  const groups = holders.data && folders.data && heldByFolder(holders.data, folders.data.folders)
  return (
    <div className={styles['part']}>
      {person.status !== 'active' && (
        <p className={styles['hint']}>
          Учётная запись не действует: сейчас ни одним из этих прав воспользоваться нельзя.
        </p>
      )}
      <Section read={{ data: groups, error, refetch }} empty="Прав у этого человека нет.">
        {(shown) => (
          <table className={`${styles['table']} ${stacked['stacked']}`}>
            <thead>
              <tr>
                <th scope="col">Право</th>
                <th scope="col">Подтверждение</th>
                <th scope="col">Откуда</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ title, rights }) => (
                <Fragment key={title}>
                  <tr>
                    <th colSpan={3} scope="rowgroup" className={styles['group']}>
                      {title}
                    </th>
                  </tr>
                  {rights.map(({ right, holder }) => (
                    <tr key={holder.action_id}>
                      <td data-whole>{right}</td>
                      <td>{confirmText(holder)}</td>
                      <td>
                        {reasonText({ ...holder, user: { ...holder.user, status: 'active' } })}
                      </td>
                    </tr>
                  ))}
                </Fragment>
              ))}
            </tbody>
          </table>
        )}
      </Section>
      {supervisor && company_id !== null && (
        <Link to={`${paths.superActions}?company=${company_id}&person=${person.id}`}>
          Все права, и те, которых нет
        </Link>
      )}
    </div>
  )
}

interface Folder {
  code: string
  title: string
  actions: readonly { id: string; title: string }[]
}

/** Rights of single calls are left out, as in the matrix of rights. */
function heldByFolder(holders: readonly RightHolder[], folders: readonly Folder[]) {
  const held = new Map(holders.filter(({ allowed }) => allowed).map((one) => [one.action_id, one]))
  return folders
    .filter(({ code }) => code !== 'calls')
    .map(({ title, actions }) => ({
      title,
      rights: actions.flatMap((action) => {
        const holder = held.get(action.id)
        return holder ? [{ right: action.title, holder }] : []
      }),
    }))
    .filter(({ rights }) => rights.length > 0)
}

function confirmText({ confirm, limit }: RightHolder): string {
  const most = limit?.max_kop
  return most === undefined
    ? CONFIRM_LABELS[confirm]
    : `${CONFIRM_LABELS[confirm]}, до ${money(most)}`
}
