import { payment } from '#contract/payment.ts'
import { serve } from '#http/serve.ts'
import { cancelPayments } from './cancel-payments.ts'
import { createTestPayment } from './create-test-payment.ts'
import { getPayment } from './get-payment.ts'
import { getSbpBanks } from './get-sbp-banks.ts'
import { getStatuses } from './get-statuses.ts'
import { listPayments } from './list-payments.ts'
import { registerPayments } from './register-payments.ts'
import { savePayments } from './save-payments.ts'

export const paymentRoutes = [
  serve(payment.getAll, listPayments),
  serve(payment.get, getPayment),
  serve(payment.save, savePayments),
  serve(payment.register, registerPayments),
  serve(payment.cancel, cancelPayments),
  serve(payment.getStatuses, getStatuses),
  serve(payment.createTest, createTestPayment),
  serve(payment.getSbpBanks, getSbpBanks),
]
