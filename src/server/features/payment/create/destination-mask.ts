import type { MethodSnapshot } from '../../../db/json-columns.ts'
import type { MethodRow } from '../../supplier/method/method-queries.ts'
import { maskedMethodLabel } from '../../supplier/method/method-row.ts'

export function snapshotOf(row: MethodRow): MethodSnapshot {
  return {
    kind: row.kind as MethodSnapshot['kind'],
    label: maskedMethodLabel(row),
    holder_name: row.holder_name ?? '',
  }
}
