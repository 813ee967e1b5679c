import { Button } from '@mantine/core'
import { Fragment } from 'react'
import { Link } from '#web/router/link.tsx'
import { userAccess, type Action } from '#contract/user/user-access.ts'
import { userRights, type RightHolder } from '#contract/user/user-rights.ts'
import type { User } from '#contract/user/user-entities.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'
import { paths } from '#contract/screen-paths.ts'
import stacked from '#web/ui/layout/stacked.module.css'
import { isSuper, useStore } from '#web/state/store.ts'
import { money } from '#web/ui/format.ts'
import { CONFIRM_LABELS, reasonText } from '../rights/access-labels.ts'
import rows from '../rows.module.css'
import styles from './card.module.css'
import { openPersonRight } from './person-right-form.tsx'
import { Section } from './section.tsx'

/**
 * The rights that a person holds now, each with the rule that gives it, by the same rules as every call. A manager also sees those that
 * they may give, and changes them one by one.
 */
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
  const groups = holders.data && folders.data && shownByFolder(holders.data, folders.data.folders)
  const mayChange = holders.data?.some(({ may_change }) => may_change) ?? false
  return (
    <div className={styles['part']}>
      {person.status !== 'active' && (
        <p className={rows['hint']}>
          Учётная запись не действует: сейчас ни одним из этих прав воспользоваться нельзя.
        </p>
      )}
      <Section read={{ data: groups, error, refetch }} empty="Прав у этого человека нет.">
        {(shown) => (
          <table className={`${rows['table']} ${stacked['stacked']}`}>
            <thead>
              <tr>
                <th scope="col">Право</th>
                <th scope="col">Подтверждение</th>
                <th scope="col">Откуда</th>
                {mayChange && <th scope="col" aria-label="Изменить" />}
              </tr>
            </thead>
            <tbody>
              {shown.map(({ title, rights }) => (
                <Fragment key={title}>
                  <tr>
                    <th colSpan={mayChange ? 4 : 3} scope="rowgroup" className={styles['group']}>
                      {title}
                    </th>
                  </tr>
                  {rights.map(({ action, holder }) => (
                    <tr key={holder.action_id}>
                      <td data-whole>{action.title}</td>
                      <td>{holder.allowed ? confirmText(holder) : 'Нет права'}</td>
                      <td>
                        {reasonText({ ...holder, user: { ...holder.user, status: 'active' } })}
                      </td>
                      {mayChange && (
                        <td>
                          {holder.may_change && (
                            <Button
                              size="compact-sm"
                              variant="default"
                              aria-label={`Изменить: ${action.title}`}
                              onClick={() => void openPersonRight({ person, action, holder })}
                            >
                              Изменить
                            </Button>
                          )}
                        </td>
                      )}
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
  actions: readonly Action[]
}

/** Rights of single calls are left out, as in the matrix of rights. */
function shownByFolder(holders: readonly RightHolder[], folders: readonly Folder[]) {
  const shown = new Map(
    holders
      .filter(({ allowed, may_change }) => allowed || may_change)
      .map((holder) => [holder.action_id, holder]),
  )
  return folders
    .filter(({ code }) => code !== 'calls')
    .map(({ title, actions }) => ({
      title,
      rights: actions.flatMap((action) => {
        const holder = shown.get(action.id)
        return holder ? [{ action, holder }] : []
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
