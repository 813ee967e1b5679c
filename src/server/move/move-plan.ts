/**
 * What of the tables goes along with a company. Tables that name a company go whole; the others are named here, so that a new one is
 * not forgotten (`move-company.test.ts`).
 */

/** Rows of a company's people, found by `user_id`. */
export const PEOPLE_TABLES = [
  'notice_choice',
  'passkey',
  'recovery_code',
  'second_factor',
  'service_account',
  'service_key',
]

/** Tables of the installation, each with why it stays. */
export const TABLES_THAT_STAY: Readonly<Record<string, string>> = {
  action: 'the catalogue of rights; rows of companies name an action by its code',
  action_folder: 'the catalogue of rights',
  backup_run: 'backups of the installation',
  bank: 'set up by super administrators; agreements name a bank by its code',
  bik_account: 'directory of the central bank',
  bik_bank: 'directory of the central bank',
  bik_load: 'directory of the central bank',
  installation: 'the installation itself',
  login_attempt: 'tries of the last minutes',
  passkey_challenge: 'five minutes long',
  push_browser: 'bound to the push key of the installation: people turn the notices on again',
  push_key: 'the installation’s own',
  role: 'follows the release',
  sbp_bank: 'directory of the payment system',
  schema_migration: 'the installation’s own',
  seal_key_event: 'keys of the installation',
  server_process: 'processes of the installation',
  session: 'signed by a key of the installation: everybody signs in again',
  temporary_link: 'bears the former address',
}

/** Values that say something about the installation and not about the company; each as SQL over its row `t`. */
export const VALUES_THAT_STAY: Readonly<Record<string, string>> = {
  // PINs are hashes by a key of the installation and nothing they could be made of is stored: people get new ones.
  'app_user.pcode_hmac': 'null',
  'app_user.pcode_set_at': 'null',
  'app_user.pcode_temporary': 'false',
  // The other account of a person stays where it is.
  'app_user.person_id': 'null',
  'agent.link_process': 'null',
  'agent.status': `case when t.status = 'online' then 'offline' else t.status end`,
  'device.status': `case when t.status = 'online' then 'offline' else t.status end`,
  'card_vault.key_id': '0',
  // A name of this installation's environment would open another database there.
  'company.settings': `case when t.settings ? 'legacy' then jsonb_set(t.settings, '{legacy,source}', 'null') else t.settings end`,
  'file.storage_key': `regexp_replace(t.storage_key, '^s3:', '')`,
  'phone_page.storage_key': `regexp_replace(t.storage_key, '^s3:', '')`,
  'action_access.action_id': '(select a.code from action a where a.id = t.action_id)',
  'bank_config.bank_id': '(select b.code from bank b where b.id = t.bank_id)',
}

/** What a company is here and not there: whether it works, and its moves. */
export const COLUMNS_OF_PLACE = [
  'company.status',
  'company.moved_to',
  'company.moved_at',
  'company.arrived_from',
  'company.arrived_print',
  'company.arrived_at',
  'company.let_first_by',
  'company.let_first_at',
  'company.let_by',
  'company.let_at',
]

/** Rows of the platform that rows of companies name, by the column; the package has their codes. */
export const CODED_COLUMNS: Readonly<Record<string, 'action' | 'bank'>> = {
  'action_access.action_id': 'action',
  'bank_config.bank_id': 'bank',
}

export const STORAGE_KEYS = ['file.storage_key', 'phone_page.storage_key']
export const KEY_NUMBERS = ['card_vault.key_id']

/** Keyed hashes by which equal values are found; they are made anew by the keys of the other installation. */
export const SEARCH_HASHES: Readonly<Record<string, 'bytes' | 'hex of a payee'>> = {
  'supplier.doc_hmac': 'bytes',
  'payment_method.payee_key': 'bytes',
  'payment.payee_key': 'bytes',
  'payee_check.payee_key': 'bytes',
  'card_vault.pan_hmac': 'bytes',
  'payment_limit.scope_key': 'hex of a payee',
  'payment_limit_use.scope_key': 'hex of a payee',
}
