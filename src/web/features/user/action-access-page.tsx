import { Fragment } from 'react'
import type { CallResult } from '#contract/core/call.ts'
import { user } from '#contract/user/user.ts'
import { useCall } from '#web/api/use-call.ts'
import { useChosenCompany } from '#web/features/company/company-choice.ts'
import { CompanyPicker } from '#web/features/company/company-picker.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { roleTitle } from '#web/ui/layout/people.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import stacked from '#web/ui/layout/stacked.module.css'
import styles from './action-access.module.css'

type Folder = CallResult<typeof user.getActions>['folders'][number]
type Action = Folder['actions'][number]

/** Rights of a company by folder: who has each, and the confirmation that it costs. */
export function Component() {
  const { companies, chosen } = useChosenCompany()
  const rights = useCall(
    user.getActions,
    { query: { companyId: chosen?.id ?? '' } },
    { when: !!chosen, keep: true },
  )
  if (rights.error) throw rights.error
  const folders = rights.data?.folders.filter(
    (folder) => folder.code !== 'calls' && folder.actions.length > 0,
  )
  return (
    <Page
      title="Действия и доступ"
      actions={<CompanyPicker companies={companies} chosen={chosen} />}
    >
      {folders ? <Rights folders={folders} /> : <Waiting />}
    </Page>
  )
}

function Rights({ folders }: { folders: Folder[] }) {
  return (
    <table className={`${styles['rights']} ${stacked['stacked']}`}>
      <thead>
        <tr>
          <th scope="col">Действие</th>
          <th scope="col">Разрешено</th>
          <th scope="col">Свой пин-код</th>
          <th scope="col">Пин-код другого</th>
        </tr>
      </thead>
      <tbody>
        {folders.map((folder) => (
          <Fragment key={folder.id}>
            <tr>
              <th colSpan={4} scope="rowgroup">
                {folder.title}
              </th>
            </tr>
            {folder.actions.map((action) => (
              <tr key={action.id}>
                <td data-whole>{action.title}</td>
                <td data-label="Разрешено:">{holders(action, 'none')}</td>
                <td data-label="Свой пин-код:">{holders(action, 'self')}</td>
                <td data-label="Пин-код другого:">{holders(action, 'other')}</td>
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

function holders(action: Action, confirm: Action['mine']['confirm']): string {
  return (action.access ?? [])
    .filter((row) => row.allow && row.confirm === confirm)
    .map((row) => (row.subject === 'role' ? roleTitle(row.subject_code) : 'отдельный человек'))
    .join(', ')
}
