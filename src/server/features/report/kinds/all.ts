import type { ReportKind } from '../report-kind.ts'
import { purchasesByProduct } from './purchases-by-product.ts'
import { weighingLog } from './weighing-log.ts'

/** Reports in the order in which the screen offers them. */
export const reportKinds: readonly ReportKind[] = [purchasesByProduct, weighingLog]

const byType = new Map(reportKinds.map((kind) => [kind.type, kind]))

export function findReportKind(type: string): ReportKind | undefined {
  return byType.get(type)
}
