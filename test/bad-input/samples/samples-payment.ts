import type { Input } from './samples.ts'
import type { Stock } from '../stock.ts'

/** Good requests of payments: preparing and handing over, files and statements, what people decide beside a bank. */
export function paymentSamples(stock: Stock) {
  const {
    supplier,
    method,
    unpaidAct,
    savedPayment,
    sentPayment,
    bankConfig,
    registry,
    statement,
    statementLine,
    discrepancy,
    file,
  } = stock
  const reason = 'Счёт получателя закрыт'
  const note = `${reason}, письмо № 17`
  const row = {
    id: '01a1fcf6-0000-7000-8000-0000000000aa',
    supplier_id: supplier.id,
    payment_method_id: method.id,
    acts: [{ act_id: unpaidAct.id, amount_kop: 100_000 }],
    amount_kop: 100_000,
    bank_config_id: bankConfig.id,
    revenue_type_code: '1',
  }
  return {
    'payment.createTest': [
      { body: { bank_config_id: bankConfig.id, payment_method_id: method.id } },
    ],
    'payment.save': [{ body: { payments: [row] } }],
    'payment.getMoneyFlow': [
      { query: { filter: { by: 'day', date_from: '2026-01-01', date_to: '2026-01-31' } } },
    ],
    'payment.getPlatformMoney': [
      { query: { filter: { by: 'company', date_from: '2026-01-01', date_to: '2026-01-31' } } },
    ],
    'payment.leaveUnexplained': [{ body: { ids: [savedPayment.id] } }],
    'payment.planDay': [
      {
        query: {
          filter: {
            date_from: '2026-01-01',
            date_to: '2026-12-31',
            act_ids: [unpaidAct.id],
            left_out: [unpaidAct.id],
          },
        },
      },
    ],
    'payment.register': [
      { body: { ids: [savedPayment.id] } },
      {
        body: {
          ids: [savedPayment.id],
          notes: [{ id: savedPayment.id, note: 'Это телефон жены поставщика' }],
        },
      },
    ],
    'payment.getLimits': [{ query: { supplier_id: supplier.id, payment_method_id: method.id } }],
    'payment.checkPayees': [{ body: { payment_method_ids: [method.id], again: true } }],
    'payment.saveNpdReceipt': [{ body: { id: sentPayment.id, number: '200hq5cv5u' } }],
    'payment.getStatuses': [{ body: { ids: [sentPayment.id] } }],
    'payment.get': [{ query: { id: sentPayment.id } }],
    'payment.getOrder': [{ query: { id: sentPayment.id } }],
    'payment.getOrderPdf': [{ query: { id: sentPayment.id } }],
    'payment.getRegistries': [
      { query: { filter: { status: ['new', 'sent'], by_file: false, ids: [registry.id] } } },
    ],
    'payment.getRegistryFile': [{ query: { registryId: registry.id } }],
    'payment.getRegistryBody': [{ query: { registryId: registry.id } }],
    'payment.getRegistryPdf': [{ query: { registryId: registry.id, copies: '2' } }],
    'payment.getStatements': [
      { query: { filter: { ids: [statement.id], is_unsettled: false, day: '2026-07-06' } } },
    ],
    'payment.getStatementLines': [
      { query: { filter: { statement_id: statement.id, match_status: ['none', 'suggested'] } } },
    ],
    'payment.matchLine': [{ body: { ids: [statementLine.id] } }],
    'payment.getLineCandidates': [{ query: { ids: [statementLine.id] } }],
    'payment.chooseLine': [{ body: { id: statementLine.id, payment_id: sentPayment.id } }],
    'payment.denyLine': [{ body: { id: statementLine.id } }],
    'payment.getDiscrepancies': [
      { query: { filter: { is_open: true, payment_id: sentPayment.id, ids: [discrepancy.id] } } },
    ],
    'payment.closeDiscrepancy': [
      { body: { id: discrepancy.id, resolution: reason } },
      { body: { id: discrepancy.id, resolution: reason, outcome: 'debit_pays' } },
    ],
    'payment.confirmReturn': [
      {
        body: {
          client_id: '01a1fcf6-0000-7000-8000-0000000000ab',
          payment_id: sentPayment.id,
          amount_kop: 100,
          reason,
          discrepancy_id: discrepancy.id,
        },
      },
    ],
    'payment.webhook': [{ params: { key: 'x' }, body: { event: 'payout.succeeded', object: {} } }],
    'payment.markRejectedByBank': [{ body: { id: sentPayment.id, reason } }],
    'payment.compareWithBank': [
      { body: { bank_config_id: bankConfig.id, date_from: '2026-01-01', date_to: '2026-01-02' } },
    ],
    'payment.adoptKnown': [{ body: { id: discrepancy.id, resolution: reason } }],
    'payment.resolveUnknown': [
      { body: { id: sentPayment.id, note, proof_file_id: file.id, paid_kop: 100, paid_count: 1 } },
    ],
    'payment.cancel': [{ body: { ids: [savedPayment.id], reason: 'Передумали' } }],
  } satisfies Record<string, readonly Input[]>
}
