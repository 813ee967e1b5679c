import {
  Banknote,
  Building2,
  CalendarDays,
  ChartColumn,
  History,
  ClipboardList,
  ClipboardPen,
  Coins,
  FileText,
  Files,
  Gauge,
  KeyRound,
  Landmark,
  LayoutDashboard,
  ListTree,
  Scale,
  ScrollText,
  Search,
  ServerCog,
  Settings2,
  Tags,
  Truck,
  UserCog,
  Users,
  WalletCards,
} from 'lucide-react'
import type { ActionCode } from '#contract/core/actions.ts'
import type { CompanyRole } from '#contract/core/roles.ts'
import { moduleOf, paths, type PathName } from '#contract/screen-paths.ts'
import { passes, screens } from '../../screens.ts'
import { hasModule, type State } from '../../state/store.ts'

type Holder = Pick<State, 'account' | 'company'>

export interface NavigationEntry {
  name: PathName
  icon: typeof Scale
  group: string
  /** Under another entry, with a shorter name: the posts of weighing. */
  sub?: string
  /** Shown to these roles alone; where a right is named, only until the rights of the person are known. */
  roles?: readonly CompanyRole[]
  /** Without it the screen would be refused, so its entry is shown to no one else. */
  right?: ActionCode
}

const entry = (group: string, name: PathName, icon: typeof Scale): NavigationEntry => ({
  name,
  icon,
  group,
})

/** All entries in the order in which they are shown; the screens' guards decide who sees them. */
export const navigation: readonly NavigationEntry[] = [
  entry('Приёмка', 'operator', LayoutDashboard),
  { ...entry('Приёмка', 'weight', Scale), right: 'weight.capture' },
  { ...entry('Приёмка', 'weight1', Gauge), sub: 'Второй пост', right: 'weight.capture' },
  { ...entry('Приёмка', 'weight2', Gauge), sub: 'Третий пост', right: 'weight.capture' },
  entry('Приёмка', 'transactions', Truck),
  entry('Приёмка', 'manual', ClipboardPen),
  entry('Приёмка', 'weightacts', ClipboardList),
  entry('Закупка', 'searchSupplier', Search),
  entry('Закупка', 'suppliers', Users),
  entry('Закупка', 'acts', ScrollText),
  entry('Деньги', 'createPayment', Banknote),
  entry('Деньги', 'payments', WalletCards),
  { ...entry('Деньги', 'money', Coins), roles: ['MANAGER', 'ACCOUNTANT', 'OWNER'] },
  entry('Справочники', 'product', ListTree),
  entry('Справочники', 'price', Tags),
  entry('Справочники', 'instruments', Gauge),
  entry('Контроль', 'documents', Files),
  { ...entry('Контроль', 'month', CalendarDays), roles: ['MANAGER', 'ACCOUNTANT', 'OWNER'] },
  // Whoever may order no report has no list to read either: each file is read by the right that it was made by.
  { ...entry('Контроль', 'reports', ChartColumn), right: 'report.create' },
  {
    ...entry('Контроль', 'audit', History),
    roles: ['MANAGER', 'ACCOUNTANT', 'OWNER'],
    right: 'audit.read',
  },
  { ...entry('Контроль', 'people', UserCog), roles: ['MANAGER', 'OWNER'], right: 'user.read' },
  entry('Платформа', 'super', LayoutDashboard),
  entry('Платформа', 'superCompanies', Building2),
  entry('Платформа', 'superAccounts', Users),
  entry('Платформа', 'superOperators', UserCog),
  entry('Платформа', 'superActions', KeyRound),
  entry('Банки', 'superBanks', Landmark),
  entry('Банки', 'superBankConfigurations', Settings2),
  entry('Контроль платформы', 'superMoney', Coins),
  entry('Контроль платформы', 'superDocuments', FileText),
  entry('Контроль платформы', 'superReports', ChartColumn),
  entry('Контроль платформы', 'superAudit', History),
  entry('Контроль платформы', 'superState', ServerCog),
]

/** Entries of the held statuses and rights whose modules are on, in groups; `rights` are undefined until they are known. */
export function visibleGroups(
  state: Holder,
  rights: ReadonlySet<string> | undefined,
): [string, NavigationEntry[]][] {
  const groups = new Map<string, NavigationEntry[]>()
  for (const one of navigation)
    if (visible(state, one.name) && opens(state, one, rights))
      groups.set(one.group, [...(groups.get(one.group) ?? []), one])
  return [...groups]
}

function opens(
  { account }: Holder,
  { name, roles, right }: NavigationEntry,
  rights: ReadonlySet<string> | undefined,
): boolean {
  if (right && rights) return rights.has(right)
  const needed = screens[name].rights
  if (needed && rights) return needed.some((one) => rights.has(one))
  return !roles || roles.some((role) => account?.user.info.roles.includes(role) ?? false)
}

function visible(state: Holder, name: PathName): boolean {
  const { guard } = screens[name]
  if (!passes(name, state)) return false
  return guard === 'super' || (hasModule(moduleOf(name))(state) && hasPost(state, name))
}

const POSTS = { weight1: 2, weight2: 3 }

/** A company with one post has no second weighing screen; until its posts are known all are shown. */
function hasPost({ company }: Holder, name: PathName): boolean {
  if (name !== 'weight1' && name !== 'weight2') return true
  const posts = company['posts'] as { number: number }[] | undefined
  const cfg = company.settings.modules_cfg as {
    weight?: { posts?: Partial<Record<PathName, number>> }
  }
  const wanted = cfg.weight?.posts?.[name] ?? POSTS[name]
  return !posts || posts.some(({ number }) => number === wanted)
}

/** The address of an entry; entries have no ids in theirs. */
export const addressOf = (name: PathName): string => paths[name]
