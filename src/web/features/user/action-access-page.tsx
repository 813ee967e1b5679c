import { Button, Select } from '@mantine/core'
import { Fragment } from 'react'
import { useSearchParams } from '#web/router/hooks.ts'
import { platformActions, type ActionCode } from '#contract/core/actions.ts'
import type { CallResult } from '#contract/core/call.ts'
import { companyRoles } from '#contract/core/roles.ts'
import { userAccess } from '#contract/user/user-access.ts'
import { userRights, type RightHolder } from '#contract/user/user-rights.ts'
import { user } from '#contract/user/user.ts'
import { useCall } from '#web/api/use-call.ts'
import { useChosenCompany } from '#web/features/company/company-choice.ts'
import { SearchSelect } from '#web/ui/inputs/search-select.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { roleTitle } from '#web/ui/layout/people.ts'
import { Waiting } from '#web/ui/feedback/waiting.tsx'
import stacked from '#web/ui/layout/stacked.module.css'
import { openAccess, type AccessScope } from './rights/access-form.tsx'
import { openAction } from './rights/action-form.tsx'
import { accessText, answerText, reasonText } from './rights/access-labels.ts'
import { openFolder } from './rights/folder-form.tsx'
import { PresetChoice } from './rights/preset-choice.tsx'
import styles from './rights/rights.module.css'

type Folder = CallResult<typeof userAccess.getActions>['folders'][number]
type Action = Folder['actions'][number]

const COMMON = 'all'

/** Rights by folder: what each role and person may do, why, and the dialogs that change it. */
export function Component() {
  const [params, setParams] = useSearchParams()
  const { companies, chosen } = useChosenCompany()
  const isCommon = params.get('company') === COMMON
  const company = isCommon ? undefined : chosen
  const scope: AccessScope = {
    companyId: company?.id ?? null,
    title: company?.short_name ?? 'Все компании',
  }
  const isScopeKnown = isCommon || !!company
  const rights = useCall(
    userAccess.getActions,
    { query: company ? { companyId: company.id } : {} },
    { when: isScopeKnown },
  )
  if (rights.error && !rights.data) throw rights.error
  const withCalls = params.has('calls')
  // Until the company is known, the stored answer of the common rules must not be shown under its name.
  const shown = isScopeKnown ? rights.data : undefined
  const folders = shown?.folders.filter(({ code }) => withCalls || code !== 'calls')
  return (
    <Page
      title="Действия и доступ"
      actions={
        <>
          <SearchSelect
            aria-label="Компания"
            allowDeselect={false}
            nothingFoundMessage="Такой компании нет"
            w={240}
            data={[
              { value: COMMON, label: 'Общие правила' },
              ...companies.map(({ id, short_name }) => ({ value: id, label: short_name })),
            ]}
            value={isCommon ? COMMON : (company?.id ?? null)}
            onChange={(id) => id && setParams({ company: id })}
          />
          <PersonPicker companyId={company?.id} />
          <PresetChoice actions={folders?.flatMap(({ actions }) => actions)} scope={scope} />
          <Button
            variant="default"
            disabled={!folders}
            onClick={() => void openFolder(folders ?? [])}
          >
            Новая папка
          </Button>
        </>
      }
    >
      {shown?.gaps && shown.gaps.length > 0 && (
        <ul className={styles['gaps']} aria-label="Некому подтверждать">
          {shown.gaps.map((gap) => (
            <li key={gap}>{gap}</li>
          ))}
        </ul>
      )}
      {folders ? <Rights folders={folders} scope={scope} /> : <Waiting />}
    </Page>
  )
}

/** The person whose rights the last column explains; stored in the address. Without a company there is no one to choose. */
function PersonPicker({ companyId }: { companyId: string | undefined }) {
  const [params, setParams] = useSearchParams()
  const people = useCall(
    user.superGetAll,
    {
      query: {
        filter: {
          company_id: companyId ? [companyId] : [],
          limit: 200,
          sort: [['full_name', 'asc']],
          with: ['rows'],
        },
      },
    },
    { when: !!companyId },
  )
  return (
    <Select
      aria-label="Кто может?"
      placeholder="Кто может?"
      disabled={!companyId}
      searchable
      clearable
      nothingFoundMessage="Такого сотрудника нет"
      w={220}
      data={(people.data?.items ?? []).map(({ id, info }) => ({
        value: id,
        label: info.full_name,
      }))}
      value={params.get('person')}
      onChange={(id) => companyId && setParams({ company: companyId, ...(id && { person: id }) })}
    />
  )
}

interface RightsProps {
  folders: Folder[]
  scope: AccessScope
}

function Rights({ folders, scope }: RightsProps) {
  const [params] = useSearchParams()
  const person = params.get('person')
  const answers = useCall(
    userRights.superGetRightHolders,
    { query: { companyId: scope.companyId ?? '', userId: person ?? '' } },
    { when: !!person && !!scope.companyId, quiet: true },
  )
  const ofPerson = person
    ? new Map((answers.data ?? []).map((answer) => [answer.action_id, answer]))
    : undefined
  return (
    <table className={`${styles['rights']} ${stacked['stacked']}`}>
      <thead>
        <tr>
          <th scope="col">Действие</th>
          {companyRoles.map((role) => (
            <th key={role} scope="col">
              {roleTitle(role)}
            </th>
          ))}
          <th scope="col">{ofPerson ? 'Может ли сотрудник' : 'Отдельные люди'}</th>
        </tr>
      </thead>
      <tbody>
        {folders.map((folder) => (
          <Fragment key={folder.id}>
            <FolderRow folder={folder} folders={folders} />
            {folder.actions.map((action) => (
              <ActionRow
                key={action.id}
                action={action}
                folders={folders}
                scope={scope}
                answer={ofPerson?.get(action.id)}
                isAsked={!!ofPerson}
              />
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

function FolderRow({ folder, folders }: { folder: Folder; folders: Folder[] }) {
  const above = folders.find(({ id }) => id === folder.parent_id)
  return (
    <tr>
      <th colSpan={companyRoles.length + 2} scope="rowgroup">
        <button
          type="button"
          className={styles['link']}
          title="Изменить папку"
          onClick={() => void openFolder(folders, folder)}
        >
          {above ? `${above.title} › ${folder.title}` : folder.title}
        </button>
      </th>
    </tr>
  )
}

interface ActionRowProps {
  action: Action
  folders: Folder[]
  scope: AccessScope
  answer: RightHolder | undefined
  isAsked: boolean
}

function ActionRow({ action, folders, scope, answer, isAsked }: ActionRowProps) {
  const rows = action.access ?? []
  const isPlatform = platformActions.includes(action.code as ActionCode)
  const isOwn = scope.companyId !== null && action.access_scope === 'company'
  return (
    <tr>
      <td data-whole>
        <button
          type="button"
          className={styles['link']}
          title="Изменить доступ. F2: название и папка"
          onClick={() => void openAccess(action, folders, scope)}
          onKeyDown={(event) => {
            if (event.code !== 'F2') return
            event.preventDefault()
            void openAction(action, folders)
          }}
        >
          {action.title}
        </button>
        {isOwn && <span className={styles['own']}>свои правила</span>}
      </td>
      {companyRoles.map((role) => (
        <td key={role} data-label={`${roleTitle(role)}:`}>
          {isPlatform
            ? ''
            : accessText(rows.find((row) => row.subject === 'role' && row.subject_code === role))}
        </td>
      ))}
      <td data-label={isAsked ? 'Может:' : 'Отдельно:'} title={answer && reasonText(answer)}>
        {isAsked ? answer && answerText(answer) : othersText(rows)}
      </td>
    </tr>
  )
}

/** The holders beside the company roles: people by name, administrators of the platform, all signed-in users. */
function othersText(rows: Action['access']): string {
  const people = (rows ?? []).filter((row) => row.subject === 'user')
  const allowed = people.filter((row) => row.allow).length
  const denied = people.length - allowed
  return [
    rows?.some((row) => row.subject_code === 'SUPERVISOR' && row.allow) && 'суперадминистраторы',
    rows?.some((row) => row.subject_code === 'USER' && row.allow) && 'все вошедшие',
    allowed > 0 && `разрешено людям: ${allowed}`,
    denied > 0 && `запрещено людям: ${denied}`,
  ]
    .filter(Boolean)
    .join(', ')
}
