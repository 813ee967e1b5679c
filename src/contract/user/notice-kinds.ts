/** What the bell tells of; `noticeFacts` says to whom and in which words. */
export const noticeKinds = [
  'report_ready',
  'report_failed',
  'schedule_stopped',
  'payment_rejected',
  'payment_unknown',
  'payment_returned',
  'second_signature',
  'bank_stopped',
  'device_offline',
  'verification_due',
  'long_on_site',
  'consent_expiring',
  'document_expiring',
  'password_guessing',
  'pcode_guessing',
  'second_factor',
  'people_changed',
  'disk_low',
  'job_failed',
  'row_set_aside',
  'storage_filling',
  'audit_head',
  'webhook_stopped',
  'keys_of_other_host',
] as const

export type NoticeKind = (typeof noticeKinds)[number]
