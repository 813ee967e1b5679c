import type { FastifyInstance } from 'fastify'
import type { Route } from '#http/serve.ts'
import { reportingDamage } from './damage/report-damage.ts'
import type { Db } from './db/handle.ts'
import type { JobSpec } from './jobs.ts'
import { actRoutes } from './features/act/act-routes.ts'
import { auditRoutes } from './features/audit/audit-routes.ts'
import { authRoutes } from './features/auth/auth-routes.ts'
import { bankRoutes } from './features/bank/bank-routes.ts'
import { companyRoutes } from './features/company/company-routes.ts'
import { attachDeviceKeys } from './auth/device-token.ts'
import { attachAgentLink } from './features/device/link/agent-link.ts'
import { deviceJobs } from './features/device/device-jobs.ts'
import { deviceRoutes } from './features/device/device-routes.ts'
import { documentTextRoutes } from './features/document-text/document-text-routes.ts'
import { fileJobs } from './features/file/file-jobs.ts'
import { installationJobs } from './features/installation/installation-jobs.ts'
import { installationRoutes } from './features/installation/installation-routes.ts'
import { instrumentRoutes } from './features/instrument/instrument-routes.ts'
import { linkLetterJobs } from './features/user/people/link-letter.ts'
import { auditHeadJobs } from './features/user/notices/audit-heads.ts'
import { webhookJobs } from './features/user/webhook/webhook-jobs.ts'
import { pushJobs } from './features/user/push/send-push.ts'
import { noticeJobs } from './features/user/notices/notice-letters.ts'
import { fileRoutes } from './features/file/file-routes.ts'
import { phoneJobs } from './features/file/phone/phone-jobs.ts'
import { phoneRoutes } from './features/file/phone/phone-routes.ts'
import { paymentJobs } from './features/payment/payment-jobs.ts'
import { paymentRoutes } from './features/payment/payment-routes.ts'
import { priceJobs } from './features/price/plan/move-due-plans.ts'
import { priceRoutes } from './features/price/price-routes.ts'
import { productRoutes } from './features/product/product-routes.ts'
import { reportJobs } from './features/report/report-jobs.ts'
import { reportRoutes } from './features/report/report-routes.ts'
import { supplierJobs } from './features/supplier/supplier-jobs.ts'
import { supplierRoutes } from './features/supplier/supplier-routes.ts'
import { visitJobs } from './features/visit/visit-jobs.ts'
import { visitRoutes } from './features/visit/visit-routes.ts'
import { userRoutes } from './features/user/user-routes.ts'
import { weightActRoutes } from './features/weight-act/weight-act-routes.ts'
import { sumJobs } from './kept-sums/check-sums.ts'
import { liveRoutes } from './live/live-routes.ts'
import { retentionJobs } from './retention/retention-jobs.ts'
import type { Services } from './services.ts'
import { deadJobs } from './sweeps/dead-jobs.ts'

/** Every handler of the product, feature by feature in the order of architecture.md; what they find damaged is reported. */
export const routes: readonly Route<Db>[] = [
  ...authRoutes,
  ...auditRoutes,
  ...userRoutes,
  ...companyRoutes,
  ...bankRoutes,
  ...fileRoutes,
  ...phoneRoutes,
  ...supplierRoutes,
  ...productRoutes,
  ...priceRoutes,
  ...deviceRoutes,
  ...visitRoutes,
  ...weightActRoutes,
  ...instrumentRoutes,
  ...actRoutes,
  ...documentTextRoutes,
  ...reportRoutes,
  ...paymentRoutes,
  ...installationRoutes,
  ...liveRoutes,
].map(reportingDamage)

/** The work that runs without a request. */
export function jobSpecs(services: Services): JobSpec[] {
  return [
    ...fileJobs(services),
    ...phoneJobs(services),
    ...noticeJobs(services),
    ...pushJobs(services),
    ...auditHeadJobs(services),
    ...linkLetterJobs(services),
    ...webhookJobs(services),
    ...supplierJobs(services),
    ...deviceJobs(services),
    ...priceJobs(services),
    ...visitJobs(services),
    ...paymentJobs(services),
    ...reportJobs(services),
    ...retentionJobs(services),
    ...sumJobs(services),
    ...installationJobs(services),
    ...deadJobs(services),
  ]
}

/** What is attached to the server besides calls: the agents' socket. */
export const attachments: readonly ((app: FastifyInstance, services: Services) => void)[] = [
  attachAgentLink,
  attachDeviceKeys,
]
