import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { allSettingFields } from '#contract/company/setting-fields.ts'

const root = path.resolve(import.meta.dirname, '../../src')

const STATION = 'web/features/visit/truck/station-screen.tsx'
const AGENT = 'server/features/device/link/agent-config.ts'
const NUMBERS = 'server/features/company/numbering/document-number.ts'
const PAYMENT = 'server/features/payment/prepare/create/create-payment.ts'
const PAYMENT_RULES = 'server/features/payment/prepare/create/save-rules.ts'
const ACT_BODY = 'server/features/act/read/get-act-body.ts'

/** Where each setting that a person may write takes effect: a setting that nothing reads would promise what it does not do. */
const READERS: Readonly<Record<string, string>> = {
  'modules_cfg.supplier.mask_min': 'server/features/supplier/search/find-supplier.ts',
  'modules_cfg.product.max_depth': 'server/features/product/tree-depth.ts',
  'modules_cfg.price.round_to_kop': 'web/features/price/dialogs/bulk-dialog.tsx',
  'modules_cfg.weight.posts.weight': 'server/features/device/stream/read-post.ts',
  'modules_cfg.weight.posts.weight1': STATION,
  'modules_cfg.weight.posts.weight2': STATION,
  'modules_cfg.weight.poll_ms': STATION,
  'modules_cfg.weight.max_age_ms': 'server/features/visit/capture/capture.ts',
  'modules_cfg.weight.stab_frames': AGENT,
  'modules_cfg.weight.stab_ms': AGENT,
  'modules_cfg.weight.min_pass_s': 'server/features/visit/capture/capture-visit.ts',
  'modules_cfg.weight.zero_limit_bp': 'server/features/visit/capture/validate-reading.ts',
  'modules_cfg.weight.tare_free_kg': 'server/features/visit/change/close-visit.ts',
  'modules_cfg.weight.two_sites_min': 'server/features/visit/capture/capture-flags.ts',
  'modules_cfg.weight.truck_gap_s': 'server/features/visit/capture/capture-flags.ts',
  'modules_cfg.weight.stale_hours': 'server/features/visit/visit-jobs.ts',
  'modules_cfg.weight.stored_tare_days': 'server/features/visit/change/close-visit.ts',
  'modules_cfg.weight.min_photos': 'server/features/visit/capture/take-photos.ts',
  'modules_cfg.carnumber.min_confidence_bp': AGENT,
  'modules_cfg.carnumber.poll_ms': STATION,
  'modules_cfg.carnumber.autofill': STATION,
  'modules_cfg.camera.on_capture': 'server/features/visit/capture/take-photos.ts',
  'modules_cfg.camera.preview_ms': STATION,
  'modules_cfg.transactions.hide_void': 'server/features/visit/read/list-visits.ts',
  'modules_cfg.manual.min_reason': 'server/features/visit/change/manual-visit.ts',
  'modules_cfg.weightacts.print_photos': 'server/features/weight-act/read/weight-act-paper.ts',
  'modules_cfg.act.copies': ACT_BODY,
  'modules_cfg.act.scan_days': 'server/features/report/dashboard/operator-dashboard.ts',
  'modules_cfg.act.auto_open_payment': 'web/features/act/pay-act.ts',
  'modules_cfg.payment.methods': PAYMENT,
  'modules_cfg.payment.poll_ms': 'web/features/payment/agreement/use-status-asked.ts',
  'modules_cfg.files.max_mb': 'server/features/file/storage/storage-room.ts',
  'modules_cfg.report.poll_ms': 'web/features/report/report-list.tsx',
  'modules_cfg.report.evening_at': 'server/features/report/evening/send-evenings.ts',
  'rules.act_number_format': NUMBERS,
  'rules.act_number_series': NUMBERS,
  'rules.op5_number_format': NUMBERS,
  'rules.weight_act_number_format': NUMBERS,
  'rules.zasor_free_bp': 'server/features/act/act-row.ts',
  'rules.zasor_reason_bp': 'server/features/act/norm/contamination-norm.ts',
  'rules.zasor_second_bp': 'server/features/act/norm/contamination-norm.ts',
  'rules.price_override_free_bp': 'server/features/act/act-row.ts',
  'rules.price_step_bp': 'server/features/company/prices/price-step-queries.ts',
  'rules.pieces_free_kop': 'server/features/act/norm/product-marks.ts',
  'rules.deduction_reasons': 'web/features/weight-act/deductions-row.tsx',
  'rules.approval_over_kop': 'server/features/payment/prepare/create/second-person.ts',
  'rules.method_cooldown_hours': 'server/features/supplier/method/method-queries.ts',
  'rules.pay_day_limit_kop': PAYMENT,
  'rules.pay_requires': PAYMENT_RULES,
  'rules.purpose_template': PAYMENT_RULES,
  'rules.pd_basis': 'server/features/supplier/record/supplier-queries.ts',
  'rules.pd_processors': 'server/features/supplier/consent/consent-text.ts',
  'rules.npd_receipt_days': 'server/features/report/dashboard/operator-dashboard.ts',
  'rules.one_person_days': 'server/auth/rights/approval-queries.ts',
  'rules.manager_self_approval': 'server/auth/rights/approvals.ts',
  'rules.ytd_warn_kop': 'server/features/payment/prepare/create/year-limit-queries.ts',
  'rules.retention_years': 'server/features/file/file-jobs.ts',
  'rules.storage_gb': 'server/features/file/storage/storage-room.ts',
  'templates.psa': ACT_BODY,
  'templates.op5': ACT_BODY,
  'templates.consent': 'server/features/supplier/consent/consent-queries.ts',
  'templates.weight_act': 'server/features/weight-act/read/weight-act-paper.ts',
}

test('every setting that a person may write is read where it takes effect', () => {
  const paths = allSettingFields().map((setting) => setting.path)
  assert.deepEqual(paths.toSorted(), Object.keys(READERS).toSorted())
  for (const [setting, file] of Object.entries(READERS)) {
    const text = readFileSync(path.join(root, file), 'utf8')
    for (const word of wordsOf(setting))
      assert.match(text, new RegExp(`\\b${word}\\b`), `${file} does not read ${setting}`)
  }
})

/** The group and the name by which code reaches a setting; forms of documents are reached by a kind of document. */
function wordsOf(setting: string): string[] {
  const [group, ...names] = setting.split('.')
  if (group === 'templates') return ['templates']
  return group === 'modules_cfg' ? names : ['rules', ...names]
}
