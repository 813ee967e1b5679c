import { create } from 'zustand'
import type { CompanyRole } from '#contract/core/roles.ts'
import type { User } from '#contract/user/user-entities.ts'
import { addItem, removeItem, replaceItem, type CompanyArea } from './company-lists.ts'

/** The four areas of client state (specification 3); the server's data are in the query cache. */
export interface State {
  app: { screen: { width: number; height: number } }
  account: { user: User } | null
  company: CompanyArea
  /** One value handed to the next screen: read once through `takeTemp`. */
  temp: unknown
}

const emptyCompany: CompanyArea = { settings: { modules: [], modules_cfg: {} } }

export const useStore = create<State>(() => ({
  app: { screen: { width: 0, height: 0 } },
  account: null,
  company: emptyCompany,
  temp: undefined,
}))

type Holder = Pick<State, 'account'>

/** `"0"` while no user is signed in: the specification's default for an absent user. */
export const userId = (state: Holder): string => state.account?.user.id ?? '0'
/** `"0"` for a super administrator and while signed out. */
export const companyId = (state: Holder): string => state.account?.user.info.company_id ?? '0'
export const isSuper = (state: Holder): boolean => state.account?.user.info.role === 'SUPERVISOR'
const NO_ROLES: readonly CompanyRole[] = []
export const companyRolesOf = (state: Holder): readonly CompanyRole[] =>
  state.account?.user.info.roles ?? NO_ROLES
const hasRole =
  (role: CompanyRole) =>
  (state: Holder): boolean =>
    state.account?.user.info.roles.includes(role) ?? false
export const isOperator = hasRole('OPERATOR')
/** Reads the screens of a company and changes nothing there (domain.md 7.1). */
export const isOwner = hasRole('OWNER')
export const isManager = hasRole('MANAGER')
/** Whoever the area of a company is open to, to work in it or to read. */
export const opensCompany = (state: Holder): boolean => isOperator(state) || isOwner(state)
/** Only the home page is open until a printed password is replaced and the second factor is set up (security.md 4.6). */
export const mustEnrol = ({ account }: Holder): boolean =>
  !!(account?.user.password_needed || account?.user.second_factor_needed)
export const hasModule = (tag: string | undefined) => (state: Pick<State, 'company'>) =>
  !tag || state.company.settings.modules.includes(tag)

/** Up to this width the product has its phone form; the style sheets repeat the number (tokens.css). */
const PHONE_WIDTH = 640

export const isPhone = (state: Pick<State, 'app'>): boolean => state.app.screen.width <= PHONE_WIDTH

export function setScreen(width: number, height: number) {
  useStore.setState({ app: { screen: { width, height } } })
}

export function setAccount(user: User | null) {
  useStore.setState({ account: user && { user } })
}

export function setCompany(company: CompanyArea) {
  useStore.setState({ company })
}

export function clearCompany() {
  useStore.setState({ company: emptyCompany })
}

/** The three operations at a dotted path, on the company area of the store. */
export const companyList = {
  add: (path: string, item: unknown) =>
    useStore.setState(({ company }) => ({ company: addItem(company, path, item) })),
  replace: (path: string, index: number, item: unknown) =>
    useStore.setState(({ company }) => ({ company: replaceItem(company, path, index, item) })),
  remove: (path: string, index: number) =>
    useStore.setState(({ company }) => ({ company: removeItem(company, path, index) })),
}

export function putTemp(value: unknown) {
  useStore.setState({ temp: value })
}

/** Reads the passed value and deletes it, so that a later visit starts without it. */
export function takeTemp(): unknown {
  const { temp } = useStore.getState()
  if (temp !== undefined) useStore.setState({ temp: undefined })
  return temp
}
