import { act } from '#contract/act/act.ts'
import { isPrivatePerson } from '#contract/supplier/supplier-kinds.ts'
import { ageOn } from '#contract/requisites/calendar.ts'
import type { SupplierFacts } from '../../../../documents/act-facts.ts'
import { findFrozenSupplier } from '../../documents/frozen-supplier.ts'
import { reportKind } from '../../report-kind.ts'
import { periodParams, siteParam } from '../../report-params.ts'
import { walkChecks, type CheckedAct } from './self-check-queries.ts'

interface Row extends Omit<CheckedAct, 'supplier_snapshot'> {
  readonly supplier: SupplierFacts | null
}

const MIN_AGE = 14

const isScrap = ({ kind }: Row) => kind === 'psa'
const isPerson = ({ supplier }: Row) => supplier !== null && isPrivatePerson(supplier.type)
const mustHaveConsent = ({ supplier }: Row) => supplier?.type !== 'company'

/** Duties of I9 by column: whether it is done, and null where the act has no such duty. */
const duties = {
  positions: {
    title: 'Позиции полны',
    done: (row: Row) => row.positions > 0 && row.empty_positions === 0,
  },
  supplier: { title: 'Данные поставщика', done: isSupplierWhole },
  basis: {
    title: 'Основание права собственности',
    done: (row: Row) => (isScrap(row) ? Boolean(row.ownership_basis) : null),
  },
  ownership: {
    title: 'Документ о праве собственности',
    done: (row: Row) => (row.supplier && !isPerson(row) ? row.has_ownership : null),
  },
  licence: {
    title: 'Лицензия компании',
    done: (row: Row) => (isScrap(row) ? Boolean(row.licence) : null),
  },
  radiation: {
    title: 'Радиационный контроль',
    done: (row: Row) => (isScrap(row) ? row.radiation : null),
  },
  explosion: {
    title: 'Взрывобезопасность',
    done: (row: Row) => (isScrap(row) ? row.explosion : null),
  },
  allowed: {
    title: 'Лом разрешён от физлиц',
    done: (row: Row) => (isScrap(row) && isPerson(row) ? row.forbidden_positions === 0 : null),
  },
  consent: {
    title: 'Согласие на обработку данных',
    done: (row: Row) => (mustHaveConsent(row) ? row.has_consent : null),
  },
  scan: { title: 'Скан подписанного акта', done: (row: Row) => row.signed_pages > 0 },
  photos: { title: 'Фото взвешиваний', done: (row: Row) => row.photos > 0 },
} satisfies Record<string, { title: string; done: (row: Row) => boolean | null }>

type DutyName = keyof typeof duties

const column = (name: DutyName) => ({
  title: duties[name].title,
  kind: 'flag' as const,
  value: duties[name].done,
})

/** Titles of the duties that are not done, for one cell. */
function missingOf(row: Row): string {
  return Object.values(duties)
    .filter(({ done }) => done(row) === false)
    .map(({ title }) => title)
    .join(', ')
}

export const selfCheck = reportKind({
  type: 'self_check',
  title: 'Проверочный лист',
  sentence: 'Чего не хватает документам закупки',
  permission: 'report.control',
  source: act.getAll,
  params: { ...periodParams, site_id: siteParam },
  columns: {
    number: { title: 'Акт', kind: 'text', value: (row: Row) => row.number },
    date: { title: 'Дата', kind: 'day', value: (row) => row.date },
    seller: { title: 'Поставщик', kind: 'text', value: (row) => row.supplier?.name },
    missing: { title: 'Чего нет', kind: 'text', value: missingOf },
    positions: column('positions'),
    supplier: column('supplier'),
    basis: column('basis'),
    ownership: column('ownership'),
    licence: column('licence'),
    radiation: column('radiation'),
    explosion: column('explosion'),
    allowed: column('allowed'),
    consent: column('consent'),
    scan: column('scan'),
    photos: column('photos'),
    status: { title: 'Статус', kind: 'status', of: 'act', value: (row) => row.status },
  },
  formats: ['xlsx', 'csv', 'pdf'],
  opens: ({ id }) => `/operator/act/${id}`,
  async *rows(db, params) {
    for await (const { supplier_snapshot, ...row } of walkChecks(db, params)) {
      const supplier = await findFrozenSupplier(db, row.id, supplier_snapshot)
      yield { ...row, supplier: supplier === 'damaged' ? null : supplier }
    }
  },
})

/** The part of I9 about the supplier, as the act froze it on its day. */
function isSupplierWhole({ supplier, date }: Row): boolean {
  if (!supplier) return false
  const { type, name, inn, kpp, ogrn, address, document, birth_date } = supplier
  if (!name || !inn || !address) return false
  if (type === 'company') return Boolean(kpp && ogrn)
  if (type === 'ip') return Boolean(ogrn)
  return document !== null && birth_date !== null && ageOn(birth_date, date) >= MIN_AGE
}
