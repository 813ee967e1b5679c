import { act } from '#contract/act/act.ts'
import { company } from '#contract/company/company.ts'
import { payment } from '#contract/payment/payment.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { user } from '#contract/user/user.ts'
import { answerAddress, ownerQuestions } from '#contract/report/owner-questions.ts'
import { report } from '#contract/report/report.ts'
import { callOnce, REFERENCE_MS } from '../../api/use-call.ts'
import { paths, to } from '#contract/screen-paths.ts'
import { hasModule, isSuper, opensCompany, useStore } from '../../state/store.ts'
import { dateTime, day, money } from '../../ui/format.ts'
import { scannedPath } from '../hand-scanner/scanned-path.ts'
import { answers, type Command } from './palette-commands.ts'

/** Records are searched from this number of characters on. */
const MIN_RECORD = 3

/** Rows of one kind that the palette shows; the list itself has the rest. */
const SHOWN_RECORDS = 5

/** Suppliers, acts, visits and payments that fit; a source that fails leaves the others working. */
export async function recordCommands(words: string): Promise<Command[]> {
  const mask = words.trim()
  const state = useStore.getState()
  if (mask.length < MIN_RECORD) return []
  const href = scannedPath(mask, location.origin)
  if (href) return [{ group: 'Документы', title: 'Открыть документ с этим кодом', href }]
  const platform = isSuper(state) ? await platformCommands(mask) : []
  if (!opensCompany(state)) return platform
  const query = {
    filter: { search: mask.slice(0, 100), limit: SHOWN_RECORDS, with: ['rows' as const] },
  }
  const found = await Promise.all([
    from('report', () => questionCommands(mask)),
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
      (await callOnce(visitCalls.getAll, { query })).items.map((row) => ({
        group: 'Заезды',
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
  return [...platform, ...found.flat()]
}

/** Questions of an owner whose reports the person may have. */
async function questionCommands(words: string): Promise<Command[]> {
  const asked = ownerQuestions.filter(({ title, words: note }) => answers({ title, note }, words))
  if (asked.length === 0) return []
  const kinds = await callOnce(report.getTypes, { query: {} }, REFERENCE_MS)
  const types = new Set(kinds.map(({ type }) => type))
  return asked
    .filter(({ type }) => types.has(type))
    .map((question) => ({
      group: 'Вопросы владельца',
      title: question.title,
      href: answerAddress(question),
    }))
}

/** A super administrator finds companies and people; a person opens in the list of all, searched by login. */
async function platformCommands(mask: string): Promise<Command[]> {
  const query = {
    filter: { search: mask.slice(0, 100), limit: SHOWN_RECORDS, with: ['rows' as const] },
  }
  const companies = callOnce(company.getAll, { query }).then(({ items }) =>
    items.map((row) => ({
      group: 'Компании',
      title: row.name,
      note: `ИНН ${row.inn}`,
      href: `${paths.superCompanies}?id=${row.id}`,
    })),
  )
  const people = callOnce(user.superGetAll, { query }).then(({ items }) =>
    items.map((row) => ({
      group: 'Люди',
      title: row.info.full_name,
      note: [row.login, row.company_name].filter(Boolean).join(' · '),
      href: `${paths.superAccounts}?q=${encodeURIComponent(row.login)}`,
    })),
  )
  const found = await Promise.all([companies.catch(() => []), people.catch(() => [])])
  return found.flat()
}

async function from(module: string, find: () => Promise<Command[]>): Promise<Command[]> {
  return hasModule(module)(useStore.getState()) ? find().catch(() => []) : []
}
