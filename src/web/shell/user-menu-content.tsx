import { SegmentedControl } from '@mantine/core'
import { Building2, CircleQuestionMark, Keyboard, LogOut, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from '../router/hooks.ts'
import { linkedAccounts } from '#contract/user/linked/linked-accounts.ts'
import type { User } from '#contract/user/user-entities.ts'
import { paths } from '#contract/screen-paths.ts'
import { hasUnsaved } from '../ui/dialogs/leave-guard.ts'
import { useCall } from '../api/use-call.ts'
import { switchAccount } from '../session/switch-account.ts'
import { signOut } from '../session/sign-out.ts'
import { savePreferences, usePreferences } from '../state/preferences.ts'
import { ask } from '../ui/dialogs/ask.ts'
import { roleTitles } from '../ui/layout/people.ts'
import { DENSITIES, SCHEMES } from '../ui/theme/appearance-labels.ts'
import styles from './header.module.css'

interface UserMenuContentProps {
  user: User
  openKeys: () => void
  close: () => void
}

/** Name, place, appearance and sign-out; loaded when first opened. */
export function UserMenuContent({ user, openKeys, close }: UserMenuContentProps) {
  const navigate = useNavigate()
  const { scheme, density } = usePreferences()
  const choose = (run: () => void) => () => {
    close()
    run()
  }
  return (
    <>
      <div className={styles['who']}>
        {user.info.full_name}
        <small>{[user.info.position, roleTitles(user.info)].filter(Boolean).join(' · ')}</small>
        {user.company_name && <small>{user.company_name}</small>}
      </div>
      <hr />
      {user.info.roles.includes('OWNER') && <OtherCompanies close={close} />}
      <Item icon={UserRound} run={choose(() => navigate(paths.account))}>
        Учётная запись
      </Item>
      <Item icon={CircleQuestionMark} run={choose(() => navigate(paths.help))}>
        Справка
      </Item>
      <Item icon={Keyboard} run={choose(openKeys)}>
        Горячие клавиши
      </Item>
      <hr />
      <Setting
        label="Тема"
        data={SCHEMES}
        value={scheme}
        change={(value) => savePreferences({ scheme: value })}
      />
      <Setting
        label="Плотность"
        data={DENSITIES}
        value={density ?? 'compact'}
        change={(value) => savePreferences({ density: value })}
      />
      <hr />
      <Item icon={LogOut} run={choose(() => void leave())}>
        Выйти
      </Item>
    </>
  )
}

/** An owner's other companies; what keeps one closed is said on the account page. */
function OtherCompanies({ close }: { close: () => void }) {
  const { data = [] } = useCall(linkedAccounts.getLinkedAccounts, {}, { quiet: true })
  return data
    .filter(({ closed }) => closed === null)
    .map(({ id, company_name }) => (
      <Item
        key={id}
        icon={Building2}
        run={() => {
          close()
          void switchAccount(id)
        }}
      >
        {company_name}
      </Item>
    ))
}

interface ItemProps {
  icon: typeof LogOut
  run: () => void
  children: ReactNode
}

function Item({ icon: Icon, run, children }: ItemProps) {
  return (
    <button type="button" className={styles['item']} onClick={run}>
      <Icon size={16} aria-hidden />
      {children}
    </button>
  )
}

interface SettingProps<T extends string> {
  label: string
  data: { value: T; label: string }[]
  value: T
  change: (value: T) => void
}

function Setting<T extends string>({ label, data, value, change }: SettingProps<T>) {
  return (
    <div className={styles['menu']}>
      <div>{label}</div>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={label}
        data={data}
        value={value}
        onChange={(next) => change(next as T)}
      />
    </div>
  )
}

/** Signing out loses what no draft holds, so it is named first. */
async function leave() {
  const sure =
    !hasUnsaved() ||
    (await ask.confirm({
      title: 'Выйти, не сохранив?',
      text: 'На экране есть несохранённые изменения. Формы актов, поставщиков и ручных заездов предложат их после входа на этом компьютере в течение суток, кроме документов и карт. Остальное пропадёт.',
      main: 'Выйти',
      danger: true,
    }))
  if (sure) await signOut()
}
