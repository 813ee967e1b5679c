import type { BankOptions } from './bank.ts'
import type { Settings } from './settings.ts'

/** The bank's options from the environment; throws with the variable's name when a value is wrong. */
export function readOptions(env: NodeJS.ProcessEnv = process.env): BankOptions {
  const settings: Partial<Settings> = {}
  if (env['BANK_SHOP_ID']) settings.shop_id = env['BANK_SHOP_ID']
  if (env['BANK_SECRET']) settings.secret = env['BANK_SECRET']
  if (env['BANK_WEBHOOK_URL']) settings.webhook_url = env['BANK_WEBHOOK_URL']
  for (const [variable, name] of numbers) {
    const value = number(env, variable, Number.MAX_SAFE_INTEGER)
    if (value !== undefined) settings[name] = value
  }
  return {
    host: env['BANK_HOST'] || '127.0.0.1',
    port: number(env, 'BANK_PORT', 65_535) ?? 0,
    controlPort: number(env, 'BANK_CONTROL_PORT', 65_535) ?? 0,
    file: env['BANK_FILE'] || null,
    settings,
  }
}

const numbers = [
  ['BANK_PENDING_POLLS', 'pending_polls'],
  ['BANK_PENDING_SECONDS', 'pending_seconds'],
  ['BANK_KEY_LIFETIME_SECONDS', 'key_lifetime_seconds'],
  ['BANK_SEARCH_LAG_SECONDS', 'search_lag_seconds'],
  ['BANK_HOLD_MS', 'hold_ms'],
  ['BANK_BALANCE_KOP', 'balance_kop'],
] as const

function number(env: NodeJS.ProcessEnv, variable: string, most: number): number | undefined {
  const text = env[variable]
  if (text === undefined || text === '') return undefined
  if (!/^\d{1,16}$/.test(text) || Number(text) > most) {
    throw new Error(`${variable} must be a whole number from 0 to ${most}, not "${text}"`)
  }
  return Number(text)
}
