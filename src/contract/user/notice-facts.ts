import type { NoticeKind } from './notice-kinds.ts'

/** One kind of notice. */
interface NoticeFacts {
  /** As the person chooses it: «Устройство не на связи». */
  readonly title: string
  /** Who is told: the person who asked, the managers of a company, the super administrators, or both of these. */
  readonly to: 'author' | 'managers' | 'platform' | 'both'
  /** What may cost money is always shown. */
  readonly always?: true
}

export const noticeFacts: Readonly<Record<NoticeKind, NoticeFacts>> = {
  report_ready: { title: 'Отчёт или файл готов', to: 'author' },
  report_failed: { title: 'Отчёт не подготовлен', to: 'author' },
  payment_rejected: { title: 'Выплата отклонена', to: 'author' },
  payment_unknown: { title: 'Судьба выплаты неизвестна', to: 'both', always: true },
  payment_returned: { title: 'Выплата вернулась', to: 'both', always: true },
  second_signature: { title: 'Выплата ждёт второго сотрудника', to: 'managers' },
  bank_stopped: { title: 'Обмен с банком остановлен', to: 'both', always: true },
  device_offline: { title: 'Устройство не на связи', to: 'managers' },
  verification_due: { title: 'Поверка весов истекает', to: 'managers' },
  long_on_site: { title: 'Машина долго на площадке', to: 'managers' },
  consent_expiring: { title: 'Согласия поставщиков истекают', to: 'managers' },
  document_expiring: { title: 'Документы поставщиков истекают', to: 'managers' },
  password_guessing: { title: 'Подбирают пароль', to: 'platform', always: true },
  pcode_guessing: { title: 'Подбирают пин-код', to: 'both', always: true },
  second_factor: { title: 'Вход по коду', to: 'author', always: true },
  disk_low: { title: 'На сервере мало места', to: 'platform' },
  job_failed: { title: 'Фоновая работа прекращена', to: 'platform' },
  row_set_aside: { title: 'Запись пропущена фоновой работой', to: 'platform' },
  storage_filling: { title: 'Место компании заканчивается', to: 'both' },
}
