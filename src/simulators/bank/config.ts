import type { BankOptions } from './bank.ts'
import type { Settings } from './settings.ts'

/** The bank's options from the environment; throws a line for each wrong value. */
export function readOptions(env: NodeJS.ProcessEnv = process.env): BankOptions {
  const settings: Partial<Settings> = {}
  const problems: string[] = []
  const number = numberOf(env, problems)
  if (env['BANK_SHOP_ID']) settings.shop_id = env['BANK_SHOP_ID']
  if (env['BANK_SECRET']) settings.secret = env['BANK_SECRET']
  if (env['BANK_WEBHOOK_URL']) settings.webhook_url = env['BANK_WEBHOOK_URL']
  for (const [variable, name] of numbers) {
    const value = number(variable, Number.MAX_SAFE_INTEGER)
    if (value !== undefined) settings[name] = value
  }
  const options = {
    host: env['BANK_HOST'] || '127.0.0.1',
    port: number('BANK_PORT', 65_535) ?? 0,
    controlPort: number('BANK_CONTROL_PORT', 65_535) ?? 0,
    file: env['BANK_FILE'] || null,
    settings,
  }
  if (problems.length > 0) throw new Error(['Неверные настройки:', ...problems].join('\n'))
  return options
}

/** ИНН by commas of whom the tax service beside the bank says that they do not pay its tax. */
export const readNotPayers = (env: NodeJS.ProcessEnv = process.env): string[] =>
  (env['TAX_NOT_PAYERS'] ?? '').split(',').filter(Boolean)

const numbers = [
  ['BANK_PENDING_POLLS', 'pending_polls'],
  ['BANK_PENDING_SECONDS', 'pending_seconds'],
  ['BANK_KEY_LIFETIME_SECONDS', 'key_lifetime_seconds'],
  ['BANK_SEARCH_LAG_SECONDS', 'search_lag_seconds'],
  ['BANK_HOLD_MS', 'hold_ms'],
  ['BANK_BALANCE_KOP', 'balance_kop'],
  ['BANK_FILE_FEE_KOP', 'file_fee_kop'],
  ['BANK_DIRECT_OTP', 'direct_otp'],
  ['BANK_DIRECT_CONFIRM', 'direct_confirm'],
] as const

function numberOf(env: NodeJS.ProcessEnv, problems: string[]) {
  return (variable: string, most: number): number | undefined => {
    const text = env[variable]
    if (text === undefined || text === '') return undefined
    if (/^\d{1,16}$/.test(text) && Number(text) <= most) return Number(text)
    problems.push(`  ${variable}: нужно целое число от 0 до ${most}, а задано «${text}»`)
    return undefined
  }
}
