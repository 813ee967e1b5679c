import type { DB } from '../db/schema.ts'

/**
 * A sum that is kept beside the rows that it adds up (decision 82). Its table is written by triggers or in the transaction of the rows,
 * and the view `<table>_by_rows` counts the same from the rows.
 */
export interface KeptSum {
  readonly table: keyof DB
  /** In words of the journal and of the notice. */
  readonly title: string
  /** With `company_id` they name a row. */
  readonly keys: readonly string[]
  /** Each with its unit, as the journal names it. */
  readonly values: Readonly<Record<string, string>>
}

const moneyDays: KeptSum = {
  table: 'money_day',
  title: 'Деньги по дням',
  keys: ['day', 'stage', 'bank_config_id', 'kind'],
  values: { payments: 'выплат', amount_kop: 'коп.' },
}

const fileSums: KeptSum = {
  table: 'file_sum',
  title: 'Место файлов',
  keys: [],
  values: { files: 'файлов', bytes: 'байт' },
}

const supplierYears: KeptSum = {
  table: 'supplier_year',
  title: 'Выплаты поставщикам за год',
  keys: ['year', 'supplier_id'],
  values: { paid_kop: 'коп. выплачено', returned_kop: 'коп. возвращено' },
}

const siteDays: KeptSum = {
  table: 'daily_rollup',
  title: 'Закупки площадок по дням',
  keys: ['day', 'site_id'],
  values: {
    acts_count: 'актов',
    net_g: 'г нетто',
    total_kop: 'коп. закупки',
    paid_kop: 'коп. выплачено',
    vehicles: 'машин',
  },
}

const dueDays: KeptSum = {
  table: 'due_day',
  title: 'К выплате по дням',
  keys: ['day', 'site_id'],
  values: {
    acts: 'актов',
    net_g: 'г нетто',
    total_kop: 'коп. закупки',
    reserved_kop: 'коп. в выплатах',
    paid_kop: 'коп. выплачено',
  },
}

/** All of them: what is named here is compared with its rows each night. */
export const keptSums: readonly KeptSum[] = [moneyDays, fileSums, supplierYears, siteDays, dueDays]
