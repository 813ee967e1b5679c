import { bankMail } from '#contract/payment/bank-mail.ts'
import { npdReceipt } from '#contract/payment/npd-receipt.ts'
import { bankComparison } from '#contract/payment/comparison.ts'
import { payDay } from '#contract/payment/pay-day.ts'
import { paymentOrder } from '#contract/payment/order.ts'
import { payment } from '#contract/payment/payment.ts'
import { paymentRegistry } from '#contract/payment/registry.ts'
import { paymentReview } from '#contract/payment/review.ts'
import { paymentStatement } from '#contract/payment/statement.ts'
import { paymentWebhook } from '#contract/payment/webhook.ts'
import { serve, serveExact } from '#http/serve.ts'
import { signInAsPayer } from '../bank/exchange/sign-in.ts'
import { getApprovers } from './prepare/create/approvers.ts'
import { cancelPayments } from './review/decisions/cancel-payments.ts'
import { adoptKnown } from './review/decisions/adopt-known.ts'
import { compareWithBank, getComparisons } from './reconcile/compare/ask-comparison.ts'
import { createTestPayment } from './send/submit/create-test-payment.ts'
import { getPayment } from './review/read/get-payment.ts'
import { getSbpBanks } from './send/sbp/get-sbp-banks.ts'
import { getStatuses } from './review/read/get-statuses.ts'
import { listPayments } from './review/read/list-payments.ts'
import { chooseLine } from './reconcile/statement/choose/choose-line.ts'
import { denyLine } from './reconcile/statement/choose/deny-line.ts'
import { listCandidates } from './reconcile/statement/choose/list-candidates.ts'
import { importBankFile } from './reconcile/statement/import-bank-file.ts'
import { listLines, listStatements } from './reconcile/statement/list-statements.ts'
import { requestStatement } from './reconcile/statement/mail/request-statement.ts'
import { matchLines } from './reconcile/statement/match-lines.ts'
import { getOrder, getOrderPdf } from './review/print/print-order.ts'
import { getRegistryBody, getRegistryPdf } from './review/print/print-register.ts'
import { checkPayees } from './prepare/payee/check-payees.ts'
import { leaveUnexplained } from './prepare/payee/leave-unexplained.ts'
import { planDay } from './prepare/pay-day/plan-day.ts'
import { getLimits } from './prepare/pay-day/plan-limits.ts'
import { getRegistryFile } from './send/registry/get-registry-file.ts'
import { listRegistries } from './send/registry/list-registries.ts'
import { registerPayments } from './send/submit/register-payments.ts'
import { closeDiscrepancy, listDiscrepancies } from './review/decisions/list-cases.ts'
import { confirmReturn } from './review/decisions/confirm-return.ts'
import { markRejectedByBank } from './review/decisions/mark-rejected.ts'
import { resolveUnknown } from './review/decisions/resolve-unknown.ts'
import { saveNpdReceipt } from './prepare/npd/save-receipt.ts'
import { savePayments } from './prepare/create/save-payments.ts'
import { takeWebhook } from './reconcile/webhook/take-webhook.ts'

export const paymentRoutes = [
  serveExact(payment.getAll, listPayments),
  serve(payment.get, getPayment),
  serve(paymentOrder.getOrder, getOrder),
  serve(paymentOrder.getOrderPdf, getOrderPdf),
  serve(payment.save, savePayments),
  serve(payDay.planDay, planDay),
  serve(payment.checkPayees, checkPayees),
  serve(payDay.leaveUnexplained, leaveUnexplained),
  serve(payment.register, registerPayments),
  serve(npdReceipt.saveNpdReceipt, saveNpdReceipt),
  serve(payment.getApprovers, getApprovers),
  serve(payment.getLimits, getLimits),
  serve(payment.cancel, cancelPayments),
  serve(payment.getStatuses, getStatuses),
  serve(payment.createTest, createTestPayment),
  serve(payment.getSbpBanks, getSbpBanks),
  serve(paymentRegistry.getRegistries, listRegistries),
  serve(paymentRegistry.getRegistryFile, getRegistryFile),
  serve(paymentRegistry.getRegistryBody, getRegistryBody),
  serve(paymentRegistry.getRegistryPdf, getRegistryPdf),
  serve(paymentStatement.importBankFile, importBankFile),
  serve(bankMail.signInToBank, signInAsPayer),
  serve(bankMail.requestStatement, requestStatement),
  serve(paymentStatement.getStatements, listStatements),
  serve(paymentStatement.getStatementLines, listLines),
  serve(paymentStatement.matchLine, matchLines),
  serve(paymentStatement.getLineCandidates, listCandidates),
  serve(paymentStatement.chooseLine, chooseLine),
  serve(paymentStatement.denyLine, denyLine),
  serve(paymentReview.getDiscrepancies, listDiscrepancies),
  serve(paymentReview.closeDiscrepancy, closeDiscrepancy),
  serve(paymentReview.confirmReturn, confirmReturn),
  serve(paymentReview.markRejectedByBank, markRejectedByBank),
  serve(paymentReview.resolveUnknown, resolveUnknown),
  serve(bankComparison.compareWithBank, compareWithBank),
  serve(bankComparison.getComparisons, getComparisons),
  serve(bankComparison.adoptKnown, adoptKnown),
  serve(paymentWebhook.webhook, takeWebhook),
]
