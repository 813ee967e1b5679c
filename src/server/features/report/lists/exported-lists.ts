import { audit } from '#contract/audit/audit.ts'
import { auditColumns } from '#contract/lists/audit-columns.ts'
import { files } from '#contract/file/file.ts'
import { documentColumns } from '#contract/lists/document-columns.ts'
import { instrument } from '#contract/act/instrument.ts'
import { instrumentColumns } from '#contract/lists/instrument-columns.ts'
import { payment } from '#contract/payment/payment.ts'
import { paymentColumns } from '#contract/lists/payment-columns.ts'
import { bank } from '#contract/bank/bank.ts'
import { company } from '#contract/company/company.ts'
import { user } from '#contract/user/user.ts'
import { bankColumns } from '#contract/lists/bank-columns.ts'
import { companyColumns } from '#contract/lists/company-columns.ts'
import { peopleColumns } from '#contract/lists/people-columns.ts'
import { supplier } from '#contract/supplier/supplier.ts'
import { supplierColumns } from '#contract/lists/supplier-columns.ts'
import { visitCalls } from '#contract/visit/visit.ts'
import { visitColumns } from '#contract/lists/visit-columns.ts'
import { weightacts } from '#contract/weight-act/weight-act.ts'
import { weightActColumns } from '#contract/lists/weight-act-columns.ts'
import { mustMay } from '../../../auth/rights/rights.ts'
import { isSupervisor } from '../../../auth/session.ts'
import { forCompany, type Db } from '../../../db/handle.ts'
import { NO_COMPANY } from '../../../db/uuid.ts'
import { eventList, presentEvents, type EventFilter } from '../../audit/audit-queries.ts'
import { fileList } from '../../file/list-files.ts'
import { instrumentList } from '../../instrument/instrument-queries.ts'
import { paymentList } from '../../payment/review/read/list-payments.ts'
import { bankList } from '../../bank/bank-list-queries.ts'
import { companyList } from '../../company/company-list-queries.ts'
import { peopleList, type PeopleFilter } from '../../user/people/user-list-queries.ts'
import { supplierList } from '../../supplier/search/list-suppliers.ts'
import type { VisitFilter } from '../../visit/read/visit-list-queries.ts'
import { shownVisits, visitList, visitRows } from '../../visit/read/list-visits.ts'
import { weightActList } from '../../weight-act/read/list-weight-acts.ts'
import { exportedActs } from './acts.ts'
import { listExport, listExportFrom, type ExportedList } from './list-export.ts'

const exportedEvents = listExportFrom({
  call: audit.getEvents,
  title: 'Журнал изменений',
  columns: auditColumns,
  list: (db, filter: EventFilter) =>
    eventList(chainOf(db, filter), filter, db.caller.session!.timezone),
  rows: (db, items) => presentEvents(db, items, db.caller.session!.timezone),
})

/** As the list's own call: a super administrator names the company, others need the right in their own. */
function chainOf(db: Db, { company_id }: EventFilter): Db {
  if (isSupervisor(db.caller.session!)) return forCompany(db, company_id ?? NO_COMPANY)
  mustMay(db, 'audit.read')
  return db
}

const exportedDocuments = listExport({
  call: files.getAll,
  title: 'Документы',
  columns: documentColumns,
  list: fileList,
})

const exportedInstruments = listExport({
  call: instrument.getAll,
  title: 'Приборы контроля',
  columns: instrumentColumns,
  list: instrumentList,
})

const exportedPayments = listExport({
  call: payment.getAll,
  title: 'Выплаты',
  columns: paymentColumns,
  list: paymentList,
})

const exportedCompanies = listExport({
  call: company.getAll,
  title: 'Компании',
  columns: companyColumns,
  list: companyList,
})

const exportedBanks = listExport({
  call: bank.getAll,
  title: 'Банки',
  columns: bankColumns,
  list: bankList,
})

const exportedPeople = listExport({
  call: user.superGetAll,
  title: 'Люди',
  columns: peopleColumns,
  list: (db, filter: PeopleFilter) => peopleList(db, filter, { detailed: true }),
})

const exportedSuppliers = listExport({
  call: supplier.getAll,
  title: 'Поставщики',
  columns: supplierColumns,
  list: supplierList,
})

const visitsExport = listExportFrom({
  call: visitCalls.getAll,
  title: 'Заезды',
  columns: visitColumns,
  list: (db, filter: VisitFilter) => visitList(db, shownVisits(db, filter)),
  rows: (db, items) =>
    visitRows(
      db,
      items.map(({ id }) => id),
    ),
})

const exportedWeightActs = listExport({
  call: weightacts.getAll,
  title: 'Весовые акты',
  columns: weightActColumns,
  list: weightActList,
})

/** Lists of the screens by the call that fills them, `act/getAllActs`; a list that is not here has no export. */
export const exportedLists: ReadonlyMap<string, ExportedList> = new Map(
  [
    exportedActs,
    exportedSuppliers,
    exportedPayments,
    visitsExport,
    exportedWeightActs,
    exportedDocuments,
    exportedInstruments,
    exportedCompanies,
    exportedBanks,
    exportedPeople,
    exportedEvents,
  ].map((list) => [list.call.path.replace('/api/v1/', ''), list]),
)
