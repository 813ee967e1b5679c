import type { ReportKind } from '../report-kind.ts'
import { averagePrices } from './answers/average-prices.ts'
import { contaminationLosses } from './answers/contamination-losses.ts'
import { purchasesBySite } from './answers/purchases-by-site.ts'
import { unpaidByAge } from './answers/unpaid-by-age.ts'
import { vehiclesByHour } from './answers/vehicles-by-hour.ts'
import { auditEvents } from './control/audit-events.ts'
import { duplicates } from './control/duplicates.ts'
import { exceptions } from './control/exceptions.ts'
import { missingReceipts } from './control/missing-receipts.ts'
import { psaRegister } from './control/psa-register.ts'
import { radiationJournal } from './control/radiation-journal.ts'
import { selfCheck } from './control/self-check.ts'
import { tareHistory } from './control/tare-history.ts'
import { unsignedActs } from './control/unsigned-acts.ts'
import { export1c } from './exchange/export-1c.ts'
import { actsOfPeriod } from './money/acts.ts'
import { losses } from './money/losses.ts'
import { moneyByDay } from './money/money-by-day.ts'
import { paymentsOfPeriod } from './money/payments.ts'
import { priceDeviations } from './money/price-deviations.ts'
import { purchasesBySupplier } from './money/purchases-by-supplier.ts'
import { supplierYtd } from './money/supplier-ytd.ts'
import { unpaidActs } from './money/unpaid-acts.ts'
import { platformTurnover } from './platform/platform-turnover.ts'
import { purchasesByProduct } from './purchases-by-product.ts'
import { weighingLog } from './weighing-log.ts'
import { zeroDrift } from './zero-drift.ts'

/** Reports in the order in which the screen offers them. */
export const reportKinds: readonly ReportKind[] = [
  purchasesByProduct,
  purchasesBySupplier,
  purchasesBySite,
  averagePrices,
  contaminationLosses,
  weighingLog,
  vehiclesByHour,
  actsOfPeriod,
  unpaidActs,
  unpaidByAge,
  unsignedActs,
  missingReceipts,
  priceDeviations,
  losses,
  paymentsOfPeriod,
  moneyByDay,
  supplierYtd,
  psaRegister,
  radiationJournal,
  exceptions,
  tareHistory,
  zeroDrift,
  duplicates,
  selfCheck,
  auditEvents,
  export1c,
  platformTurnover,
]

const byType = new Map(reportKinds.map((kind) => [kind.type, kind]))

export function findReportKind(type: string): ReportKind | undefined {
  return byType.get(type)
}
