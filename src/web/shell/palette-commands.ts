import { act } from '#contract/act.ts'
import { payment } from '#contract/payment.ts'
import { supplier } from '#contract/supplier.ts'
import { transactions } from '#contract/transaction.ts'
import { callOnce } from '../api/use-call.ts'
import { paths, to } from '../paths.ts'
import { screens } from '../screens.ts'
import { signOut } from '../session/sign-out.ts'
import { savePreferences, usePreferences } from '../state/preferences.ts'
import { hasModule, isOperator, useStore } from '../state/store.ts'
import { dateTime, day, money } from '../ui/format.ts'
import { addressOf, visibleGroups } from './navigation.ts'

export interface Command {
  group: string
  title: string
  note?: string
  href?: string
  run?: () => void
}

/** Records are looked for from so many characters on. */
const MIN_RECORD = 3

/** Recent, screens and actions that fit the words; what the user may not open is absent. */
export function foundCommands(words: string): Command[] {
  const state = useStore.getState()
  const recent = usePreferences
    .getState()
    .recent.map(({ title, href }) => ({ group: 'Недавнее', title, href }))
  const opened = visibleGroups(state).flatMap(([group, entries]) =>
    entries.map(({ name }) => ({
      group: 'Разделы',
      title: screens[name].title,
      note: group,
      href: addressOf(name),
    })),
  )
  const all = [...(words.trim() === '' ? recent : []), ...opened, ...actions()]
  return all.filter((command) => fits(command, words))
}

function actions(): Command[] {
  const group = 'Действия'
  const state = useStore.getState()
  const operator = isOperator(state)
  const make: Command[] = []
  if (operator && hasModule('supplier')(state))
    make.push({ group, title: 'Новый поставщик', href: `${paths.suppliers}?mode=create` })
  if (operator && hasModule('payment')(state))
    make.push({ group, title: 'Новая выплата', href: paths.createPayment })
  return [
    ...make,
    { group, title: 'Учётная запись', href: paths.account },
    { group, title: 'Светлая тема', run: () => savePreferences({ scheme: 'light' }) },
    { group, title: 'Тёмная тема', run: () => savePreferences({ scheme: 'dark' }) },
    { group, title: 'Выйти', run: () => void signOut() },
  ]
}

function fits({ title, note }: Command, words: string): boolean {
  const text = `${title} ${note ?? ''}`.toLocaleLowerCase('ru')
  return words
    .toLocaleLowerCase('ru')
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Rows of one kind that the palette shows; the list itself has the rest. */
const SHOWN = 5

/** Suppliers, acts, visits and payments that fit; a source that fails leaves the others working. */
export async function recordCommands(words: string): Promise<Command[]> {
  const mask = words.trim()
  const state = useStore.getState()
  if (mask.length < MIN_RECORD || !isOperator(state)) return []
  const query = { filter: { search: mask.slice(0, 100), limit: SHOWN, with: ['rows' as const] } }
  const found = await Promise.all([
    from('supplier', async () =>
      (await callOnce(supplier.find, { query: { mask } })).map(({ id, name, doc_masked }) => ({
        group: 'Поставщики',
        title: name,
        ...(doc_masked && { note: doc_masked }),
        href: `${paths.suppliers}?card=${id}`,
      })),
    ),
    from('act', async () =>
      (await callOnce(act.getAll, { query })).items.map((row) => ({
        group: 'Акты',
        title: `${row.number ?? 'Черновик'} · ${row.supplier_name}`,
        note: day(row.date ?? row.created_at),
        href: to(paths.act, { actId: row.id }),
      })),
    ),
    from('transactions', async () =>
      (await callOnce(transactions.getAll, { query })).items.map((row) => ({
        group: 'Транзакции',
        title: `${row.number} · ${row.carnumber ?? 'без номера'}`,
        note: dateTime(row.in_at),
        href: `${paths.transactions}?id=${row.id}`,
      })),
    ),
    from('payment', async () =>
      (await callOnce(payment.getAll, { query })).items.map((row) => ({
        group: 'Выплаты',
        title: `${money(row.amount_kop)} · ${row.supplier_name}`,
        note: dateTime(row.saved_at),
        href: `${paths.payments}?id=${row.id}`,
      })),
    ),
  ])
  return found.flat()
}

async function from(module: string, find: () => Promise<Command[]>): Promise<Command[]> {
  return hasModule(module)(useStore.getState()) ? find().catch(() => []) : []
}
