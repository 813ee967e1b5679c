import { paths } from '#contract/screen-paths.ts'
import { managedPersonFields } from '#contract/user/person-record.ts'
import { recordFacts } from '#web/ui/form/record-values.ts'
import { useStore } from '#web/state/store.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { lazyPart } from '#web/ui/layout/lazy-part.tsx'
import { MessagePage } from '#web/ui/layout/message-page.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { roleTitles } from '#web/ui/layout/people.ts'
import { PlainButton } from '#web/ui/layout/plain.tsx'
import { Panel } from '#web/ui/layout/tile.tsx'
import { LogIn } from 'lucide-react'
import { useNavigate, useSearchParams } from '#web/router/hooks.ts'
import { Link } from '#web/router/link.tsx'
import rows from './rows.module.css'
import styles from './account.module.css'
import { OwnDataForm, PasswordForm } from './own-forms.tsx'
import { OwnNotices } from './own-notices.tsx'
import { OwnPin } from './own-pin.tsx'
import { OwnPasskeys } from './passkey/own-passkeys.tsx'
import { OwnSecondFactor } from './second-factor/own-second-factor.tsx'
import { OwnSessions } from './sessions/own-sessions.tsx'
import { OwnSignIns } from './sessions/own-sign-ins.tsx'
import { Checkbox, SegmentedControl } from '@mantine/core'
import {
  savePreferences,
  usePreferences,
  type Density,
  type Scheme,
} from '#web/state/preferences.ts'
import { DENSITIES, SCHEMES } from '#web/ui/theme/appearance-labels.ts'
import { Fragment } from 'react'
import { userAccess } from '#contract/user/user-access.ts'
import { REFERENCE_MS, useCall } from '#web/api/use-call.ts'

const HotkeysPanel = lazyPart(
  async () => (await import('./hotkeys/hotkeys-panel.tsx')).HotkeysPanel,
)
const OwnCompanies = lazyPart(async () => (await import('./linked/own-companies.tsx')).OwnCompanies)
const OwnPush = lazyPart(async () => (await import('./push/own-push.tsx')).OwnPush)
// The description of the API is a page of its own at `?page=api`: whoever may sign in may read it.
const ApiPage = lazyPart(async () => (await import('./api/api-page.tsx')).ApiPage)

/** The user's own data and settings; when signed out, the sign-in form. */
export function Component() {
  const account = useStore((state) => state.account)
  const [query] = useSearchParams()
  if (!account) return <SignedOut />
  if (query.get('page') === 'api') return <ApiPage />
  const { user } = account
  const company = user.info.company_id !== null
  const [name, ...others] = recordFacts(managedPersonFields, user.info)
  return (
    <Page title="Учётная запись">
      <div className={styles['columns']}>
        <Panel title="Мои данные">
          <Facts
            facts={[
              name!,
              { label: 'Логин', value: user.login },
              ...others,
              { label: 'Роли', value: roleTitles(user.info) || 'Без ролей' },
              { label: 'Компания', value: user.company_name ?? 'Платформа' },
            ]}
          />
          <OwnDataForm user={user} />
        </Panel>
        <Panel title="Пароль">
          <PasswordForm login={user.login} />
        </Panel>
        <Panel title="Вход по коду">
          <OwnSecondFactor />
        </Panel>
        {company && (
          <Panel title="Пин-код">
            <OwnPin user={user} />
          </Panel>
        )}
        {user.info.roles.includes('OWNER') && (
          <Panel title="Мои компании">
            <OwnCompanies />
          </Panel>
        )}
        <Panel title="Вид и звук">
          <OwnAppearance />
        </Panel>
        <div className={styles['wide']}>
          <Panel title="Ключи входа">
            <OwnPasskeys />
          </Panel>
        </div>
        <div className={styles['wide']}>
          <Panel title="Сеансы">
            <OwnSessions />
          </Panel>
        </div>
        <div className={styles['wide']}>
          <Panel title="История входов">
            <OwnSignIns />
          </Panel>
        </div>
        <div className={styles['wide']}>
          <Panel title="Уведомления в браузере и телефоне">
            <OwnPush />
          </Panel>
        </div>
        <Panel title="Уведомления">
          <OwnNotices />
        </Panel>
        <div className={styles['wide']}>
          <Panel title="Горячие клавиши">
            <HotkeysPanel />
          </Panel>
        </div>
        <Panel title="Мои права">
          <OwnRights />
        </Panel>
        <Panel title="Для программ">
          <p className={rows['hint']}>
            1С, отчётность и сайты обращаются к «Приёмке» по API со своим ключом.
          </p>
          <Link to={`${paths.account}?page=api`}>Описание API</Link>
        </Panel>
      </div>
    </Page>
  )
}

const CONFIRMS = {
  none: '',
  self: 'со своим пин-кодом',
  other: 'с пин-кодом другого сотрудника',
} as const

/** The rights one holds, in their folders, with the confirmation that each costs. */
function OwnRights() {
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

/** Theme, density and sound of this browser; in force at once. */
function OwnAppearance() {
  const { scheme, density, sound } = usePreferences()
  return (
    <>
      <p className={rows['hint']}>Запоминается в этом браузере и действует сразу.</p>
      <div className={styles['choice']}>
        <span>Тема</span>
        <SegmentedControl
          fullWidth
          aria-label="Тема"
          data={SCHEMES}
          value={scheme}
          onChange={(value) => savePreferences({ scheme: value as Scheme })}
        />
      </div>
      <div className={styles['choice']}>
        <span>Плотность</span>
        <SegmentedControl
          fullWidth
          aria-label="Плотность"
          data={DENSITIES}
          value={density ?? 'compact'}
          onChange={(value) => savePreferences({ density: value as Density })}
        />
      </div>
      <Checkbox
        label="Звук, когда вес установился"
        checked={sound ?? true}
        onChange={(event) => savePreferences({ sound: event.currentTarget.checked })}
      />
    </>
  )
}

function SignedOut() {
  const navigate = useNavigate()
  return (
    <MessagePage
      title="Учётная запись"
      icon={<LogIn size={20} />}
      text="Войдите, чтобы увидеть учётную запись."
    >
      <PlainButton onClick={() => navigate(`${paths.home}?path=${paths.account}`)}>
        Войти
      </PlainButton>
    </MessagePage>
  )
}
