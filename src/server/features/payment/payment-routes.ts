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
import { getApprovers } from './submit/approvers.ts'
import { cancelPayments } from './submit/cancel-payments.ts'
import { adoptKnown } from './compare/adopt-known.ts'
import { compareWithBank, getComparisons } from './compare/ask-comparison.ts'
import { createTestPayment } from './create/create-test-payment.ts'
import { getPayment } from './read/get-payment.ts'
import { getSbpBanks } from './sbp/get-sbp-banks.ts'
import { getStatuses } from './read/get-statuses.ts'
import { listPayments } from './read/list-payments.ts'
import { chooseLine } from './statement/choose/choose-line.ts'
import { denyLine } from './statement/choose/deny-line.ts'
import { listCandidates } from './statement/choose/list-candidates.ts'
import { importBankFile } from './statement/import-bank-file.ts'
import { listLines, listStatements } from './statement/list-statements.ts'
import { requestStatement } from './statement/mail/request-statement.ts'
import { matchLines } from './statement/match-lines.ts'
import { getOrder, getOrderPdf } from './print/print-order.ts'
import { getRegistryBody, getRegistryPdf } from './print/print-register.ts'
import { checkPayees } from './payee/check-payees.ts'
import { leaveUnexplained } from './payee/leave-unexplained.ts'
import { planDay } from './pay-day/plan-day.ts'
import { getLimits } from './pay-day/plan-limits.ts'
import { getRegistryFile } from './registry/get-registry-file.ts'
import { listRegistries } from './registry/list-registries.ts'
import { registerPayments } from './submit/register-payments.ts'
import { closeDiscrepancy, listDiscrepancies } from './review/list-cases.ts'
import { confirmReturn } from './review/confirm-return.ts'
import { markRejectedByBank } from './review/mark-rejected.ts'
import { resolveUnknown } from './review/resolve-unknown.ts'
import { saveNpdReceipt } from './npd/save-receipt.ts'
import { savePayments } from './create/save-payments.ts'
import { takeWebhook } from './webhook/take-webhook.ts'

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
