export interface Sendable {
  id: string
  supplier_name: string
  amount_kop: number
  version: number
}
