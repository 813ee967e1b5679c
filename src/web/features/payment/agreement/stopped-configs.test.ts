import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BankConfig } from '#contract/bank/bank-entities.ts'
import { stoppedConfigs } from './stopped-configs.ts'

const config = (id: string, more: Partial<BankConfig>): BankConfig => ({
  id,
  company_id: 'company',
  bank_id: 'bank',
  bank_name: 'Банк',
  adapter: 'yookassa',
  methods: ['card', 'sbp'],
  training: false,
  title: id,
  account: null,
  has_credentials: true,
  limits: {
    min_kop: 100,
    per_payment_kop: 100,
    per_day_kop: 100,
    per_month_kop: 100,
    payee_day_count: 1,
    payee_month_kop: 100,
  },
  default_for: [],
  raw_card_allowed: false,
  allow_test_payment: false,
  status: 'active',
  last_check_at: null,
  last_check_ok: null,
  last_check_error: null,
  last_check_warning: null,
  circuit: 'closed',
  stopped_at: null,
  stopped_reason: null,
  awaits_sign_in: false,
  off_at: null,
  off_reason: null,
  last_comparison: null,
  version: 1,
  ...more,
})
const idsOf = (all: BankConfig[]) => stoppedConfigs(all).map(({ id }) => id)
const off = { status: 'disabled', off_reason: 'Сверяем остаток' } as const

test('a stop is told while some kind has nobody else to pay it', () => {
  const whole = config('whole', { default_for: ['card', 'sbp'] })
  const half = config('half', { default_for: ['card'] })
  assert.deepEqual(idsOf([whole, config('off', off)]), [])
  assert.deepEqual(idsOf([half, config('off', off)]), ['off'])
  assert.deepEqual(idsOf([config('off', off)]), ['off'])
})

test('a draft without a reason is no stop, and what the bank stopped always is', () => {
  assert.deepEqual(idsOf([config('draft', { status: 'draft' })]), [])
  const stopped = config('bank', { circuit: 'stopped', default_for: ['card', 'sbp'] })
  assert.deepEqual(idsOf([stopped, config('other', {})]), ['bank'])
})
