import { exportedActs } from './acts.ts'
import { exportedEvents } from './audit.ts'
import { exportedDocuments } from './documents.ts'
import { exportedInstruments } from './instruments.ts'
import type { ExportedList } from './list-export.ts'
import { exportedPayments } from './payments.ts'
import { exportedBanks, exportedCompanies, exportedPeople } from './platform.ts'
import { exportedSuppliers } from './suppliers.ts'
import { visitsExport } from './visits.ts'
import { exportedWeightActs } from './weight-acts.ts'

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
