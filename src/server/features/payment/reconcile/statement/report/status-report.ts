/** The bank's status of one order, in the words of ISO 20022. */
export interface ReportedStatus {
  /** `TxSts`; null where the bank named none. */
  readonly code: string | null
  readonly reasonCode: string | null
  readonly reasonText: string | null
}

export interface ReportedOrder extends ReportedStatus {
  /** `OrgnlEndToEndId`: the payment's id without dashes in our files. */
  readonly endToEndId: string
  /** The sum that the bank repeats; null where it does not. */
  readonly amountKop: number | null
}

/** A bank's answer to a file of orders (`pain.002`). */
export interface StatusReport {
  readonly format: 'pain.002'
  /** `OrgnlMsgId`: the registry's id without dashes. */
  readonly messageId: string
  /** `YYYY-MM-DD` on which the bank wrote it. */
  readonly writtenOn: string
  /** Number and sum of the orders as the bank took them; null where it does not say. */
  readonly count: number | null
  readonly totalKop: number | null
  /** The status of all orders together; it counts where no order has one of its own. */
  readonly group: ReportedStatus
  readonly orders: readonly ReportedOrder[]
}
