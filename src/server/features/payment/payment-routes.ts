import { payment } from '#contract/payment/payment.ts'
import { serve, serveExact } from '#http/serve.ts'
import { cancelPayments } from './submit/cancel-payments.ts'
import { createTestPayment } from './create/create-test-payment.ts'
import { getPayment } from './read/get-payment.ts'
import { getSbpBanks } from './sbp/get-sbp-banks.ts'
import { getStatuses } from './read/get-statuses.ts'
import { listPayments } from './read/list-payments.ts'
import { registerPayments } from './submit/register-payments.ts'
import { savePayments } from './create/save-payments.ts'

export const paymentRoutes = [
  serveExact(payment.getAll, listPayments),
  serve(payment.get, getPayment),
  serve(payment.save, savePayments),
  serve(payment.register, registerPayments),
  serve(payment.cancel, cancelPayments),
  serve(payment.getStatuses, getStatuses),
  serve(payment.createTest, createTestPayment),
  serve(payment.getSbpBanks, getSbpBanks),
]
